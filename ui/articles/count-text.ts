import { formatNumber } from '#ui/kit/format.ts';

export const countText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'article' : 'articles'}`;
