/** A moment in the zone of whoever looks: for screens that no server draws. */
export const dayAndTime = (at: string): string =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
