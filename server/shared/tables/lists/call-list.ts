import { usStates } from '#shared/places/states.ts';
import type { TableShape } from '../table-shape.ts';

/** The unconfirmed practices that staff should call. Those with an open report come first, then those whose callers didn't reach them. */
export const callListTable = {
  reading: 'listings.read',
  changing: 'listings.edit',
  columns: {
    place: { label: 'Order', kind: 'number', width: 85 },
    name: { label: 'Name', kind: 'text', width: 190 },
    practice: { label: 'Practice', kind: 'text', width: 190 },
    phone: { label: 'Phone', kind: 'text', width: 150 },
    why: { label: 'Call first because', kind: 'text', width: 345 },
    views: { label: 'Views in 90 days', kind: 'number', width: 140 },
    confirmed: { label: 'Last confirmed', kind: 'time', width: 140 },
    city: { label: 'City', kind: 'text', width: 130 },
    state: { label: 'State', kind: 'text', width: 75 },
    owner: { label: 'Owner', kind: 'text', width: 190 },
    id: { label: 'Number', kind: 'number', width: 90 },
  },
  filters: {
    reason: {
      label: 'Call first because',
      kind: 'choice',
      options: [
        ['reports', 'Open report'],
        ['calls', 'Callers didn’t reach it'],
      ],
    },
    state: { label: 'State', kind: 'choice', options: usStates.map(({ code, name }) => [code, name] as const) },
    owned: { label: 'Owner', kind: 'flag', yes: 'Has an owner', no: 'No owner' },
    confirmedBefore: { label: 'Confirmed', kind: 'flag', yes: 'Confirmed before', no: 'Never confirmed' },
  },
  actions: {},
  defaultColumns: ['name', 'phone', 'why', 'views', 'confirmed', 'city', 'state'],
  phoneColumns: ['phone', 'why'],
  defaultSort: 'place',
} as const satisfies TableShape;
