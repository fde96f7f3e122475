export interface Topic {
  /** Its part of the address. */
  id: string;
  title: string;
  category: string;
  about: string;
  /** Other parts of addresses that lead to it: those of former names and of merged topics. */
  formerIds: string[];
}

export const topicOf = (topics: readonly Topic[], id: string | undefined): Topic | undefined =>
  topics.find((topic) => topic.id === id);

/** Finds a topic by its id, title, or a former one, ignoring case, spaces, and punctuation. */
export function findTopicByName(topics: readonly Topic[], name: string): Topic | undefined {
  const slug = toSlug(name);
  return (
    topics.find(({ id, title }) => id === slug || toSlug(title) === slug) ??
    topics.find(({ formerIds }) => formerIds.includes(slug))
  );
}

const toSlug = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');

/** The planned number of articles per topic. */
export const PLANNED_PER_TOPIC = 20;
const WORDS_PER_MINUTE = 200;
export const META_TITLE_MAX = 60;
export const META_DESCRIPTION_MAX = 160;

/** The reading time in whole minutes, rounded up. */
export const readTimeOf = (content: string): number =>
  Math.max(1, Math.ceil(content.split(/\s+/).filter(Boolean).length / WORDS_PER_MINUTE));
