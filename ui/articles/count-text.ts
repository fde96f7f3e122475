import { formatNumber } from '#ui/kit/format.ts';

/** "3 articles published, 1 scheduled" as its parts. A topic without scheduled articles doesn't mention them. */
export const describeCounts = (published: number, scheduled: number): string[] => [
  `${countText(published)} published`,
  ...(scheduled > 0 ? [`${formatNumber(scheduled)} scheduled`] : []),
];

export const countText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'article' : 'articles'}`;
