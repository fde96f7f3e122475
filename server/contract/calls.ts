import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParam, ok } from './values.ts';

const callAnswers = ['yes', 'no', 'wrong_number'] as const;
export type CallAnswer = (typeof callAnswers)[number];

export const answerCall = endpoint('POST', '/api/dentists/:id/call-answers', {
  summary:
    'Count whether a practice answered the phone; only sums are stored. The X-Session-Id header identifies the visit that called',
  params: idParam,
  body: z.object({ answer: z.enum(callAnswers, 'Choose yes, no, or wrong_number.') }),
  reply: ok,
  errors: { unknown_session: 404, no_call: 409 },
  limit: 1_000,
});
