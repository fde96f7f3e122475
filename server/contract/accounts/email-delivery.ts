import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { sentTime } from '../values.ts';

/** The mail server's last rejection, or null if emails arrive. */
export const emailProblem = z.object({ email: z.string(), reason: z.string(), since: sentTime }).nullable();

const delivery = z.object({ problem: emailProblem });

export const getEmailDelivery = endpoint('GET', '/api/user/email-delivery', {
  summary: "Whether emails to the caller's address arrive",
  reply: delivery,
});
export const retryEmailDelivery = endpoint('POST', '/api/user/email-delivery/retry', {
  summary: "Send an email to the caller's address, which rejected earlier ones, and resume routine emails",
  reply: delivery,
});
