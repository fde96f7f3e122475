import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParam, ok, sentTime } from '../values.ts';

const nullable = z.string().nullable();
const startedClaim = z.object({
  dentistId: z.int(),
  name: z.string(),
  city: nullable,
  state: nullable,
  startedAt: sentTime,
});
export type StartedClaim = z.output<typeof startedClaim>;

export const listStartedClaims = endpoint('GET', '/api/user/started-claims', {
  summary: 'Claims that the caller started in the last 30 days and has not sent, newest first',
  reply: z.array(startedClaim),
});
export const startClaim = endpoint('POST', '/api/user/started-claims', {
  summary: 'Remember that the caller wants to claim a listing',
  body: z.object({ dentistId: id }),
  reply: ok,
  errors: { already_claimed: 409 },
});
export const forgetStartedClaim = endpoint('DELETE', '/api/user/started-claims/:id', {
  summary: 'Forget the claim of a listing that the caller started',
  params: idParam,
  reply: ok,
});
