import type { TableShape } from '../table-shape.ts';

const subjects = [
  ['appointment', 'Appointment request'],
  ['article', 'Article'],
  ['backup', 'Backup'],
  ['brand', 'AI brand'],
  ['bulk_change', 'Change of many rows'],
  ['claim', 'Claim'],
  ['export', 'Export'],
  ['generation', 'Generated articles'],
  ['import', 'Import'],
  ['listing', 'Listing'],
  ['message', 'Message'],
  ['privacy request', 'Privacy request'],
  ['review', 'Review'],
  ['schedule', 'Schedule'],
  ['settings', 'Settings'],
  ['user', 'User'],
] as const;

/** The audit log in the admin panel. */
export const auditTable = {
  reading: 'audit.read',
  changing: 'audit.read',
  columns: {
    id: { label: 'Number', kind: 'number', width: 90 },
    when: { label: 'When', kind: 'time', width: 240 },
    who: { label: 'Who', kind: 'text', width: 160 },
    email: { label: 'Email', kind: 'text', width: 220 },
    action: { label: 'What', kind: 'text', width: 440 },
    about: { label: 'About', kind: 'text', width: 150 },
    name: { label: 'Name', kind: 'text', width: 220 },
    changes: { label: 'Changed fields', kind: 'text', width: 240 },
    note: { label: 'Note', kind: 'text', width: 240 },
  },
  filters: {
    subject: { label: 'About', kind: 'choice', options: subjects },
    number: { label: 'Its number', kind: 'text', hint: 'Such as the number of a listing' },
    who: { label: 'Who', kind: 'text', hint: 'The email of the person' },
    system: { label: 'System', kind: 'flag', yes: 'By the system', no: 'By a person' },
    action: { label: 'What', kind: 'text', hint: 'How it begins, such as listing.edited' },
    changes: { label: 'Changed fields', kind: 'flag', yes: 'Shows the change', no: 'Shows no change' },
    when: { label: 'When', kind: 'days' },
  },
  actions: {},
  defaultColumns: ['when', 'who', 'action', 'note'],
  phoneTitle: 'action',
  phoneColumns: ['when', 'who'],
  defaultSort: '-when',
} as const satisfies TableShape;
