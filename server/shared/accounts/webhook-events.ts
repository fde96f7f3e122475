/** The kinds of events that an endpoint can choose, and the events of each. `docs/webhooks.md` explains them. */
export const webhookEvents = {
  listing: ['listing.created', 'listing.updated', 'listing.deleted', 'listing.restored'],
  claim: [
    'claim.submitted',
    'claim.evidence_asked',
    'claim.answered',
    'claim.letter_sent',
    'claim.pin_failed',
    'claim.pin_confirmed',
    'claim.called',
    'claim.license_matched',
    'claim.approved',
    'claim.rejected',
    'claim.withdrawn',
    'claim.reversed',
    'claim.reopened',
  ],
  appointment: ['appointment.requested', 'appointment.changed'],
  review: ['review.published', 'review.replied', 'review.removed'],
  subscription: ['subscription.changed'],
  import: ['import.ready', 'import.done', 'import.failed', 'import.canceled', 'import.undone'],
} as const;

export type WebhookKind = keyof typeof webhookEvents;
export type WebhookEvent = (typeof webhookEvents)[WebhookKind][number];
export const webhookKinds = Object.keys(webhookEvents) as WebhookKind[];

export const webhookKindLabels: Record<WebhookKind, { label: string; hint: string }> = {
  listing: { label: 'Listings', hint: 'Created, changed, deleted, or restored.' },
  claim: { label: 'Claims', hint: 'Each step of your claim requests.' },
  appointment: { label: 'Appointment requests', hint: 'New requests to your listings, and answers.' },
  review: { label: 'Reviews', hint: 'Published, replied to, or removed.' },
  subscription: { label: 'Subscription', hint: 'Your plan or its status changed.' },
  import: { label: 'Imports', hint: 'For staff who can import listings.' },
};

/** How long a replaced secret also signs, in hours. */
export const SECRET_OVERLAP_HOURS = 24;
/** The minutes after each failed attempt until the next one. The last repeats. */
export const RETRY_MINUTES = [1, 5, 30, 120, 240, 480, 720] as const;
/** An event is retried for this long, and an endpoint that fails for this long is turned off. */
export const RETRY_DAYS = 3;
/** Deliveries leave the log after this time. */
export const LOG_DAYS = 30;
