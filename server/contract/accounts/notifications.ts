import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ok } from '../values.ts';

/** Emails that a person can turn off. Those about security, payments, and claims are always sent. */
export const notificationKinds = [
  'monthlyInsights',
  'appointmentRequests',
  'reviews',
  'weeklyReviews',
  'confirmations',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationLabels: Record<NotificationKind, { label: string; hint: string }> = {
  monthlyInsights: {
    label: 'Monthly insights',
    hint: 'Once a month: calls, views, and requests of your practices, against the month before.',
  },
  appointmentRequests: {
    label: 'Appointment requests',
    hint: 'When a patient asks for an appointment or answers you. If you turn this off, check your dashboard regularly.',
  },
  reviews: {
    label: 'Reviews',
    hint: 'When a review of one of your practices is published.',
  },
  weeklyReviews: {
    label: 'Weekly reviews',
    hint: 'On Mondays, if your practices got reviews in the week before: how many, and how many have no reply.',
  },
  confirmations: {
    label: 'Confirming your listings',
    hint: 'At most once in 90 days, if you neither confirmed nor changed a listing: whether it is still correct.',
  },
};

const settings = z.object({
  monthlyInsights: z.boolean(),
  appointmentRequests: z.boolean(),
  reviews: z.boolean(),
  weeklyReviews: z.boolean(),
  confirmations: z.boolean(),
});
export type NotificationSettings = z.output<typeof settings>;

export const getNotifications = endpoint('GET', '/api/user/notifications', {
  summary: 'The emails that the caller can turn off, and whether each is on',
  reply: settings,
});
export const saveNotifications = endpoint('PUT', '/api/user/notifications', {
  summary: 'Turn emails on or off; omitted kinds stay unchanged',
  body: settings.partial(),
  reply: settings,
});
export const unsubscribe = endpoint('POST', '/api/notifications/unsubscribe', {
  summary: 'Turn off the emails of one kind with the token of their link. Needs no login',
  body: z.object({ token: z.string().max(200) }),
  reply: ok.extend({ kind: z.enum(notificationKinds) }),
  errors: { invalid_token: 400 },
});
