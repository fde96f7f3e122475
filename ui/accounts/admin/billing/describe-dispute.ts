/** "product not received" */
export const describeReason = (reason: string): string => reason.replaceAll('_', ' ');

/** The states of a dispute at Stripe, in everyday words. */
const states: Record<string, string> = {
  needs_response: 'Needs an answer',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
  prevented: 'Prevented',
  warning_needs_response: 'Inquiry needs an answer',
  warning_under_review: 'Inquiry under review',
  warning_closed: 'Inquiry closed',
};
export const describeState = (status: string): string => states[status] ?? describeReason(status);

export const stateTone = (status: string): 'good' | 'bad' | 'warn' | 'neutral' =>
  status === 'won' || status === 'warning_closed' || status === 'prevented'
    ? 'good'
    : status === 'lost'
      ? 'bad'
      : status.endsWith('needs_response')
        ? 'warn'
        : 'neutral';
