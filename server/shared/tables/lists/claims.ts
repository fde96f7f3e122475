import { usStates } from '#shared/places/states.ts';
import type { TableShape } from '../table-shape.ts';

/** The claims and checks in the admin panel. They are decided one by one next to their evidence, so there are no actions. */
export const claimTable = {
  reading: 'claims.read',
  changing: 'claims.decide',
  columns: {
    id: { label: 'Number', kind: 'number', width: 90 },
    listing: { label: 'Listing', kind: 'text', width: 165 },
    place: { label: 'Place', kind: 'text', width: 150 },
    kind: { label: 'Kind', kind: 'text', width: 125 },
    claimant: { label: 'Claimant', kind: 'text', width: 150 },
    email: { label: 'Email', kind: 'text', width: 220 },
    phone: { label: 'Phone', kind: 'text', width: 140 },
    role: { label: 'Role at the practice', kind: 'text', width: 160 },
    status: { label: 'Status', kind: 'text', width: 105 },
    assignee: { label: 'Assigned to', kind: 'text', width: 105 },
    snoozed: { label: 'Snoozed until', kind: 'time', width: 170 },
    documents: { label: 'Documents', kind: 'number', width: 95 },
    rivals: { label: 'Rival claims', kind: 'number', width: 100 },
    asked: { label: 'Asked for more', kind: 'time', width: 130 },
    pin: { label: 'PIN confirmed', kind: 'flag', width: 120 },
    submitted: { label: 'Received', kind: 'time', width: 112 },
    due: { label: 'Due', kind: 'time', width: 145 },
    reviewed: { label: 'Decided', kind: 'time', width: 120 },
    reviewer: { label: 'Decided by', kind: 'text', width: 160 },
    notes: { label: 'Note', kind: 'text', width: 260 },
  },
  filters: {
    status: {
      label: 'Status',
      kind: 'choice',
      options: [
        ['pending', 'Pending'],
        ['approved', 'Approved'],
        ['rejected', 'Rejected'],
        ['withdrawn', 'Withdrawn'],
      ],
    },
    kind: {
      label: 'Kind',
      kind: 'choice',
      options: [
        ['claim', 'Claim'],
        ['new_listing', 'New listing'],
        ['identity_change', 'Changed listing'],
        ['new_owner', 'New owner'],
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
    state: { label: 'State', kind: 'choice', options: usStates.map(({ code, name }) => [code, name] as const) },
    overdue: { label: 'Overdue', kind: 'flag', yes: 'Overdue', no: 'Not overdue' },
    documents: { label: 'Documents', kind: 'flag', yes: 'Has documents', no: 'No documents' },
    rivals: { label: 'Rival claims', kind: 'flag', yes: 'Has rival claims', no: 'No rival claims' },
    asked: { label: 'Asked for more', kind: 'flag', yes: 'Asked for more', no: 'Not asked for more' },
    reviewer: { label: 'Decided by', kind: 'text', hint: 'A part of the name' },
    submitted: { label: 'Received', kind: 'days' },
    due: { label: 'Due', kind: 'days' },
    reviewed: { label: 'Decided', kind: 'days' },
  },
  actions: {},
  defaultColumns: ['listing', 'place', 'claimant', 'status', 'due', 'kind', 'assignee', 'rivals', 'submitted'],
  phoneColumns: ['claimant', 'status', 'due'],
  defaultSort: 'due',
} as const satisfies TableShape;
