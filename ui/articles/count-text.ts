export const countText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'article' : 'articles'}`;
