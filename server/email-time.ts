const format = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

/** "November 22, 2026 at 4:30 AM ET". Emails name the zone, because the reader's zone is unknown. */
export const formatEmailTime = (at: Date): string => `${format.format(at).replaceAll('\u202f', ' ')} ET`;
