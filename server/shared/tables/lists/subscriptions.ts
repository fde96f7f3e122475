import type { TableShape } from '../table-shape.ts';

/** The subscriptions in the admin panel, as last read from Stripe. */
export const subscriptionTable = {
  reading: 'billing.manage',
  changing: 'billing.manage',
  columns: {
    id: { label: 'Stripe number', kind: 'text', width: 200 },
    account: { label: 'Account', kind: 'text', width: 170 },
    email: { label: 'Email', kind: 'text', width: 210 },
    user: { label: 'Account number', kind: 'number', width: 130 },
    plan: { label: 'Plan', kind: 'text', width: 120 },
    interval: { label: 'Billed', kind: 'text', width: 95 },
    price: { label: 'Price', kind: 'money', width: 95 },
    status: { label: 'Status', kind: 'text', width: 110 },
    started: { label: 'Started', kind: 'time', width: 120 },
    renews: { label: 'Paid until', kind: 'time', width: 120 },
    trialEnds: { label: 'Trial ends', kind: 'time', width: 120 },
    cancels: { label: 'Ends', kind: 'time', width: 120 },
    ended: { label: 'Ended', kind: 'time', width: 120 },
    launch: { label: 'Launch price', kind: 'flag', width: 120 },
    card: { label: 'Card', kind: 'text', width: 130 },
  },
  filters: {
    status: {
      label: 'Status',
      kind: 'choice',
      options: [
        ['active', 'Active'],
        ['trialing', 'Trialing'],
        ['past_due', 'Past due'],
        ['unpaid', 'Unpaid'],
        ['incomplete', 'Incomplete'],
        ['canceled', 'Canceled'],
        ['paused', 'Paused'],
        ['incomplete_expired', 'Never paid'],
      ],
    },
    plan: {
      label: 'Plan',
      kind: 'choice',
      options: [
        ['professional', 'Professional'],
        ['pro_max', 'Pro Max'],
        ['enterprise', 'Enterprise'],
      ],
    },
    interval: {
      label: 'Billed',
      kind: 'choice',
      options: [
        ['monthly', 'Monthly'],
        ['yearly', 'Yearly'],
      ],
    },
    ending: { label: 'Ending', kind: 'flag', yes: 'Set to end', no: 'Renews' },
    launch: { label: 'Launch price', kind: 'flag', yes: 'Launch price', no: 'Regular price' },
    started: { label: 'Started', kind: 'days' },
    renews: { label: 'Paid until', kind: 'days' },
    cancels: { label: 'Ends', kind: 'days' },
  },
  actions: {},
  defaultColumns: ['account', 'email', 'plan', 'interval', 'price', 'status', 'started', 'renews', 'cancels'],
  phoneColumns: ['plan', 'status', 'price'],
  defaultSort: '-started',
} as const satisfies TableShape;
