import { problemTopics } from '#shared/listings/problem-topics.ts';
import { reviewFlags } from '#shared/reviews/review.ts';
import { privacyKindNames } from '#shared/accounts/privacy-kinds.ts';
import type { ActionShape, ColumnShape, FilterShape, TableShape } from '../table-shape.ts';

/*
 * The inboxes. An inbox shows the open items that aren't snoozed, unless the filter `view` says otherwise.
 */

const columns = {
  id: { label: 'Number', kind: 'number', width: 90 },
  name: { label: 'From', kind: 'text', width: 160 },
  email: { label: 'Email', kind: 'text', width: 200 },
  text: { label: 'Text', kind: 'text', width: 260 },
  status: { label: 'Status', kind: 'text', width: 110 },
  unread: { label: 'Unread', kind: 'flag', width: 90 },
  assignee: { label: 'Assigned to', kind: 'text', width: 150 },
  notes: { label: 'Notes', kind: 'number', width: 80 },
  received: { label: 'Received', kind: 'time', width: 120 },
  snoozed: { label: 'Snoozed until', kind: 'time', width: 170 },
  closed: { label: 'Closed', kind: 'time', width: 130 },
} as const satisfies Record<string, ColumnShape>;

const due = { label: 'Due', kind: 'time', width: 130 } as const satisfies ColumnShape;
const listing = { label: 'Listing', kind: 'text', width: 220 } as const satisfies ColumnShape;

const filters = {
  view: {
    label: 'Show',
    kind: 'choice',
    hidden: true,
    options: [
      ['snoozed', 'Snoozed'],
      ['closed', 'Closed'],
      ['all', 'All'],
    ],
  },
  assignee: {
    label: 'Assigned to',
    kind: 'choice',
    options: [
      ['me', 'Me'],
      ['none', 'No one'],
      ['others', 'Others'],
    ],
  },
  unread: { label: 'Unread', kind: 'flag', yes: 'Unread', no: 'Read' },
  notes: { label: 'Notes', kind: 'flag', yes: 'Has notes', no: 'No notes' },
  received: { label: 'Received', kind: 'days' },
  closed: { label: 'Closed', kind: 'days' },
} as const satisfies Record<string, FilterShape>;

const assign = {
  label: 'Assign to',
  verb: 'Assign',
  canUndo: true,
  effect: 'Each is assigned to this person.',
  choices: 'assignees',
} as const satisfies ActionShape;
const reopen = {
  label: 'Reopen',
  verb: 'Reopen',
  canUndo: true,
  effect: 'They are open again.',
} as const satisfies ActionShape;
const permissions = { reading: 'inbox.read', changing: 'inbox.work' } as const;

export const messageCategories = [
  ['general', 'General'],
  ['technical', 'Technical'],
  ['dentist', 'Dentist'],
  ['partnership', 'Partnership'],
  ['feedback', 'Feedback'],
  ['billing', 'Billing'],
] as const;

export const messageTable = {
  ...permissions,
  columns: {
    title: { label: 'Subject', kind: 'text', width: 260 },
    topic: { label: 'Category', kind: 'text', width: 120 },
    replies: { label: 'Replies', kind: 'number', width: 90 },
    priority: { label: 'Priority', kind: 'flag', width: 100 },
    due,
    ...columns,
  },
  filters: {
    topic: { label: 'Category', kind: 'choice', options: messageCategories },
    due: { label: 'Due', kind: 'days' },
    priority: { label: 'Priority', kind: 'flag', yes: 'Priority', no: 'No priority' },
    ...filters,
  },
  actions: {
    assign,
    close: { label: 'Close', verb: 'Close', canUndo: true, effect: 'They are closed without a reply.' },
    reopen,
  },
  defaultColumns: ['title', 'priority', 'due', 'name', 'topic', 'assignee', 'received'],
  phoneColumns: ['priority', 'due', 'name'],
  defaultSort: '-priority,due',
} as const satisfies TableShape;

export const problemTable = {
  ...permissions,
  columns: {
    title: { ...listing },
    topic: { label: 'Incorrect', kind: 'text', width: 170 },
    ...columns,
  },
  filters: { topic: { label: 'Incorrect', kind: 'choice', options: problemTopics }, ...filters },
  actions: {
    assign,
    resolve: { label: 'Mark as resolved', verb: 'Resolve', canUndo: true, effect: 'They are closed as resolved.' },
    dismiss: { label: 'Dismiss', verb: 'Dismiss', canUndo: true, effect: 'They are closed without a change.' },
    reopen,
  },
  defaultColumns: ['title', 'topic', 'text', 'email', 'assignee', 'received'],
  phoneColumns: ['topic', 'received', 'assignee'],
  defaultSort: 'received',
} as const satisfies TableShape;

export const privacyTable = {
  ...permissions,
  columns: {
    title: { label: 'Name', kind: 'text', width: 190 },
    topic: { label: 'Request', kind: 'text', width: 230 },
    due,
    ...columns,
  },
  filters: {
    topic: { label: 'Request', kind: 'choice', options: Object.entries(privacyKindNames) },
    due: { label: 'Due', kind: 'days' },
    ...filters,
  },
  actions: { assign },
  defaultColumns: ['title', 'due', 'topic', 'email', 'assignee', 'received'],
  phoneColumns: ['due', 'topic', 'assignee'],
  defaultSort: 'due',
} as const satisfies TableShape;

export const newListingTable = {
  ...permissions,
  columns: {
    title: { ...listing },
    topic: { label: 'Specialty', kind: 'text', width: 160 },
    due,
    ...columns,
    text: { label: 'Address', kind: 'text', width: 280 },
  },
  filters: { due: { label: 'Due', kind: 'days' }, ...filters },
  actions: { assign },
  defaultColumns: ['title', 'due', 'text', 'name', 'assignee', 'received'],
  phoneColumns: ['due', 'name', 'assignee'],
  defaultSort: 'due',
} as const satisfies TableShape;

export const reviewTable = {
  ...permissions,
  columns: {
    title: { ...listing },
    topic: { label: 'Why', kind: 'text', width: 240 },
    appealed: { label: 'Appealed', kind: 'flag', width: 100 },
    due,
    ...columns,
  },
  filters: {
    topic: { label: 'Why', kind: 'choice', options: reviewFlags },
    appealed: { label: 'Appealed', kind: 'flag', yes: 'Appealed', no: 'Not appealed' },
    due: { label: 'Due', kind: 'days' },
    ...filters,
  },
  actions: { assign },
  defaultColumns: ['title', 'due', 'topic', 'text', 'assignee', 'received'],
  phoneColumns: ['due', 'topic', 'assignee'],
  defaultSort: 'due',
} as const satisfies TableShape;
