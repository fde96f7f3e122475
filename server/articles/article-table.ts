import { articleTable } from '#shared/tables/lists/articles.ts';
import { choiceOf, daysOf, flagOf, searchOf, textOf } from '#server/base/tables/filter-sql.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';

const state = `case when a.is_published then 'published' when a.scheduled_publish_at is not null then 'scheduled' else 'draft' end`;
const tags = `array_to_string(a.tags, ', ')`;

export const articleSource: TableSource<typeof articleTable> = {
  shape: articleTable,
  from: 'articles a',
  id: 'a.id',
  joins: '',
  columns: {
    id: 'a.id',
    title: 'a.title',
    topic: '(select t.name from topics t where t.slug = a.topic_id)',
    state: `initcap(${state})`,
    queued: 'a.queued_at is not null and not a.is_published',
    author: 'a.author',
    reviewer: 'a.reviewer',
    readTime: 'a.read_time',
    tags,
    aiSource: 'a.ai_source',
    scheduled: 'case when not a.is_published then a.scheduled_publish_at end',
    published: 'a.published_at',
    address: `'/articles/' || a.slug`,
    added: 'a.created_at',
    updated: 'a.updated_at',
  },
  sorts: {
    id: { sql: 'a.id', type: 'integer' },
    title: { sql: 'lower(a.title) collate "C"', type: 'text' },
    scheduled: { sql: 'a.scheduled_publish_at', type: 'timestamptz', nullable: true },
    published: { sql: 'a.published_at', type: 'timestamptz', nullable: true },
    updated: { sql: 'a.updated_at', type: 'timestamptz' },
  },
  filters: {
    topic: choiceOf('a.topic_id'),
    state: choiceOf(`(${state})`),
    queued: flagOf('a.queued_at is not null and not a.is_published'),
    ai: flagOf('a.ai_source is not null'),
    author: textOf('a.author'),
    tag: ([value = '']) =>
      new SqlText().add('lower(?) = any(cast(lower(cast(a.tags as text)) as text[]))', value.trim()),
    scheduled: daysOf('a.scheduled_publish_at'),
    published: daysOf('a.published_at'),
    updated: daysOf('a.updated_at'),
  },
  base: () => new SqlText().add('true'),
  search: searchOf('a.id', 'a.title', 'a.excerpt', 'a.author', tags),
};
