import type { Topic } from '#shared/articles/topics.ts';

const nameOf = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** Each topic once, with its other names: "Oral Health (Health), also Oral Hygiene and Dental Health". */
export const topicChoices = (topics: readonly Topic[]) =>
  topics.map(({ id, title, category, formerIds }) => {
    const others = formerIds.length > 0 ? `, also ${formerIds.map(nameOf).join(' and ')}` : '';
    return { value: id, label: `${title} (${category})${others}` };
  });
