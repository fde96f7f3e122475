import type { Knex } from 'knex';
import { findArticlesAbout } from './queries.ts';

const MOST_GUIDES = 2;
/** These are in many titles and say nothing about their subject. */
const commonWords = new Set(
  'dentist dentists dental dentistry care clear office professional service take teeth tooth treatment'.split(' '),
);

const listWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word !== 'or' && !commonWords.has(word));

/** Finds published articles about one of these services, or with all words of one of these texts. */
export async function findGuides(
  db: Knex,
  { services, texts }: { services: readonly string[]; texts: readonly string[] },
  now: Date,
): Promise<{ title: string; slug: string }[]> {
  const choices = [...services.flatMap(listWords), ...texts.map((text) => listWords(text).join(' '))].filter(Boolean);
  return choices.length === 0 ? [] : findArticlesAbout(db, choices.join(' or '), { now, limit: MOST_GUIDES });
}
