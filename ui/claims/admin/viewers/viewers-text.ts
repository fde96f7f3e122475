/** "Ana is looking at this claim, too." */
export function describeViewers(names: readonly string[]): string {
  const people = [...new Set(names)];
  if (people.length === 1) return `${people[0]} is looking at this claim, too.`;
  if (people.length === 2) return `${people[0]} and ${people[1]} are looking at this claim, too.`;
  return `${people[0]} and ${people.length - 1} others are looking at this claim, too.`;
}
