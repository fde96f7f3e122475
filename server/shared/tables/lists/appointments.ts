import { appointmentStates, stateLabels } from '#shared/appointments/appointment-state.ts';
import type { TableShape } from '../table-shape.ts';

/** Appointment requests in the admin panel. The patient's words show only after a request is opened. */
export const appointmentTable = {
  reading: 'appointments.manage',
  changing: 'appointments.manage',
  columns: {
    id: { label: 'Number', kind: 'number', width: 90 },
    listing: { label: 'Listing', kind: 'text', width: 260 },
    place: { label: 'Place', kind: 'text', width: 160 },
    owner: { label: 'Owner', kind: 'text', width: 220 },
    state: { label: 'State', kind: 'text', width: 180 },
    erased: { label: 'Data erased', kind: 'flag', width: 110 },
    received: { label: 'Received', kind: 'time', width: 210 },
    changed: { label: 'Changed', kind: 'time', width: 210 },
  },
  filters: {
    state: {
      label: 'State',
      kind: 'choice',
      options: appointmentStates.map((state) => [state, stateLabels[state]] as const),
    },
    listing: { label: 'Listing', kind: 'text', hint: 'Its number' },
    owner: { label: 'Owner', kind: 'text', hint: 'The email of the account' },
    erased: { label: 'Data', kind: 'flag', yes: 'Data erased', no: 'Data kept' },
    received: { label: 'Received', kind: 'days' },
    changed: { label: 'Changed', kind: 'days' },
  },
  actions: {
    close: {
      label: 'Close as abuse',
      verb: 'Close',
      danger: true,
      canUndo: false,
      effect:
        'Each patient gets an email saying that the request broke the rules of this site. Ended requests are skipped.',
    },
  },
  defaultColumns: ['listing', 'place', 'state', 'received', 'changed', 'id'],
  phoneColumns: ['state', 'received', 'id'],
  defaultSort: '-id',
} as const satisfies TableShape;
