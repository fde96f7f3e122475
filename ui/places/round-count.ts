/** "26,000+" if there are more, else "26,000": a round number that is never an exaggeration. */
export function roundCount(count: number): string {
  const unit = count >= 10_000 ? 1_000 : count >= 1_000 ? 100 : 1;
  const rounded = Math.floor(count / unit) * unit;
  return `${rounded.toLocaleString('en-US')}${count > rounded ? '+' : ''}`;
}
