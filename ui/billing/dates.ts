/** "January 15, 2027". Billing days are the provider's, which counts in UTC. */
export const longDay = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
