export { appointmentForm } from '#contract/appointments.ts';
