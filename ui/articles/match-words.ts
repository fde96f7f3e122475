/** A test for texts that contain every word of a query, in any case and order. */
export function createWordMatcher(query: string): (text: string) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lowerCaseText = text.toLowerCase();
    return words.every((word) => lowerCaseText.includes(word));
  };
}
