import type { Knex } from 'knex';
import { findTopicByName, type Topic } from '#shared/articles/topics.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { findTopics } from './queries-topics.ts';

export const listTopics = (db: Knex): Promise<Topic[]> => findTopics(db);

/** The topic with this id or name, or a former one. */
export async function requireTopic(db: Knex, name: string): Promise<Topic> {
  const topic = findTopicByName(await findTopics(db), name);
  const sentence = 'Please choose one of the topics.';
  if (!topic) throw badRequest(sentence, { topicId: sentence });
  return topic;
}
