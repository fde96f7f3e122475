export { appointmentForm } from '#contract/appointments/appointments.ts';
