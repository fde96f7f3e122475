const ZONE = 'America/New_York';
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: ZONE });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: ZONE });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: ZONE });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const billingDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "November 22, 2026 at 4:30 AM ET". Emails name the zone, because the reader's zone is unknown. */
export const formatEmailTime = (at: Date): string => `${moment.format(at).replaceAll('\u202f', ' ')} ET`;
/** "November 22, 2026", Eastern. */
export const formatEmailDay = (at: Date): string => day.format(at);
/** "Monday, November 23", Eastern. */
export const formatEmailWeekday = (at: Date): string => weekday.format(at);
/** "November 22, 2026", UTC, because the payment provider and the billing page count days in UTC. */
export const formatBillingDay = (at: Date): string => billingDay.format(at);
/** "November" for "2026-11-01". */
export const formatEmailMonth = (calendarDay: string): string => month.format(new Date(`${calendarDay}T00:00:00Z`));
