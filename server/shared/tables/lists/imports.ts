import type { TableShape } from '../table-shape.ts';

export const importStatuses = [
  ['running', 'Running'],
  ['ready', 'Needs review'],
  ['done', 'Done'],
  ['failed', 'Failed'],
  ['cancelled', 'Canceled'],
  ['undone', 'Undone'],
] as const;

/** The imports in the admin panel. */
export const importTable = {
  reading: 'imports.manage',
  changing: 'imports.manage',
  columns: {
    id: { label: 'Run', kind: 'number', width: 70 },
    file: { label: 'File', kind: 'text', width: 200 },
    bytes: { label: 'Size', kind: 'number', width: 100 },
    when: { label: 'When', kind: 'time', width: 235 },
    who: { label: 'Who', kind: 'text', width: 150 },
    status: { label: 'State', kind: 'text', width: 125 },
    added: { label: 'New', kind: 'number', width: 80 },
    changed: { label: 'Changed', kind: 'number', width: 95 },
    same: { label: 'Unchanged', kind: 'number', width: 110 },
    refused: { label: 'Refused', kind: 'number', width: 95 },
    deleted: { label: 'Deleted', kind: 'number', width: 100 },
    message: { label: 'Message', kind: 'text', width: 260 },
    finished: { label: 'Finished', kind: 'time', width: 235 },
    undone: { label: 'Undone', kind: 'time', width: 235 },
  },
  filters: {
    status: { label: 'State', kind: 'choice', options: importStatuses },
    who: { label: 'Who', kind: 'text', hint: 'A part of the name' },
    refused: { label: 'Refused rows', kind: 'flag', yes: 'Has refused rows', no: 'No refused rows' },
    when: { label: 'When', kind: 'days' },
  },
  actions: {},
  defaultColumns: ['file', 'status', 'id', 'when', 'who', 'added', 'changed', 'same', 'refused'],
  phoneColumns: ['when', 'status', 'who'],
  defaultSort: '-id',
} as const satisfies TableShape;
