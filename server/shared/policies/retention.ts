import { APPOINTMENT_RETENTION_DAYS } from '../appointments/appointment-state.ts';

/** How long data is kept. The jobs that delete it and the privacy policy both read these numbers. */
export const retention = {
  /** Years without use until an account is deleted. */
  accountYears: 3,
  transactionYears: 7,
  /** Messages, answered privacy requests, reports, and emails that could not be sent. */
  messageYears: 2,
  /** Until visits are anonymized. */
  analyticsYears: 2,
  appointmentDays: APPOINTMENT_RETENTION_DAYS,
  /** Days without a view until a shared list stops working. */
  sharedListDays: 180,
  nightlyBackups: 14,
} as const;
