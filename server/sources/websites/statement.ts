import type { suggestionTopics } from '#shared/sources/suggestions.ts';

export type Topic = (typeof suggestionTopics)[number];

/** A statement of a page about a practice. */
export interface Statement {
  topic: Topic;
  /** Values by listing field, in the notation of imports. */
  values: Record<string, string>;
  /** The address of the page. */
  page: string;
  /** The words of the page, or its structured data. */
  quote: string;
  /** From 0 to 100. */
  certainty: number;
}

const LONGEST_QUOTE = 600;

export const quoteOf = (text: string): string =>
  text.length <= LONGEST_QUOTE ? text : text.slice(0, LONGEST_QUOTE - 1) + '…';
