import type { TableShape } from '../table-shape.ts';

/** The articles in the admin panel. */
export const articleTable = {
  reading: 'articles.read',
  changing: 'articles.write',
  columns: {
    id: { label: 'Number', kind: 'number', width: 90 },
    title: { label: 'Title', kind: 'text', width: 250 },
    topic: { label: 'Topic', kind: 'text', width: 145 },
    state: { label: 'State', kind: 'text', width: 108 },
    queued: { label: 'In the schedule', kind: 'flag', width: 130 },
    author: { label: 'Author', kind: 'text', width: 175 },
    reviewer: { label: 'Reviewer', kind: 'text', width: 150 },
    readTime: { label: 'Minutes', kind: 'number', width: 90 },
    tags: { label: 'Tags', kind: 'text', width: 200 },
    aiSource: { label: 'Written by AI', kind: 'text', width: 220 },
    scheduled: { label: 'Publishes', kind: 'time', width: 225 },
    published: { label: 'Published', kind: 'time', width: 110 },
    address: { label: 'Address', kind: 'text', width: 260 },
    added: { label: 'Added', kind: 'time', width: 120 },
    updated: { label: 'Updated', kind: 'time', width: 120 },
  },
  filters: {
    // The list of articles adds the topics.
    topic: { label: 'Topic', kind: 'choice', options: [] },
    state: {
      label: 'State',
      kind: 'choice',
      options: [
        ['published', 'Published'],
        ['scheduled', 'Scheduled'],
        ['draft', 'Draft'],
      ],
    },
    queued: { label: 'Schedule', kind: 'flag', yes: 'In the schedule', no: 'Not in the schedule' },
    ai: { label: 'Written by AI', kind: 'flag', yes: 'Written by AI', no: 'Not written by AI' },
    author: { label: 'Author', kind: 'text', hint: 'A part of the name' },
    tag: { label: 'Tag', kind: 'text', hint: 'The whole tag' },
    scheduled: { label: 'Publishes', kind: 'days' },
    published: { label: 'Published', kind: 'days' },
    updated: { label: 'Updated', kind: 'days' },
  },
  actions: {
    queue: {
      label: 'Approve for the schedule',
      verb: 'Approve',
      canUndo: true,
      effect: 'Each draft gets the next free date of its topic. Published articles are skipped.',
    },
    unqueue: {
      label: 'Take out of the schedule',
      verb: 'Unschedule',
      canUndo: true,
      effect: 'Each becomes a draft without a date again. Published articles are skipped.',
    },
    publish: {
      label: 'Publish now',
      verb: 'Publish',
      canUndo: true,
      effect: 'They are public at once.',
    },
  },
  defaultColumns: ['title', 'topic', 'state', 'author', 'scheduled', 'published'],
  phoneColumns: ['topic', 'state'],
  defaultSort: '-id',
} as const satisfies TableShape;
