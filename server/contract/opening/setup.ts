import { z } from 'zod';
import { me } from '../accounts/accounts.ts';
import { endpoint } from '../endpoint.ts';
import { email, line, ok, sentTime } from '../values.ts';

/** The steps that a new directory takes until it opens. */
export const setupSteps = ['contact', 'email', 'payments', 'data'] as const;
export type SetupStep = (typeof setupSteps)[number];

export const readOpening = endpoint('GET', '/api/setup', {
  summary: 'Whether this directory is open to the public, and whether it still needs its first administrator',
  reply: z.object({ isOpen: z.boolean(), needsAdmin: z.boolean() }),
});

export const firstAdmin = z.object({
  name: line(200).pipe(z.string().min(1, 'Please enter your name.')),
  email,
  password: z.string().min(1, 'Please enter a password.').max(1000),
});
export const createFirstAdmin = endpoint('POST', '/api/setup/admin', {
  summary: 'Create the first administrator of a new directory, with the link in the server’s log',
  body: firstAdmin.extend({ token: z.string().max(200) }),
  reply: z.object({ token: z.string(), user: me }),
  errors: { setup_link: 403, setup_done: 409 },
});

const setup = z.object({
  /** Null in a directory that is open and finished, which shows no list. */
  list: z
    .object({
      isOpen: z.boolean(),
      steps: z.array(
        z.object({ step: z.enum(setupSteps), doneAt: sentTime.nullable(), isLater: z.boolean(), text: z.string() }),
      ),
    })
    .nullable(),
});
export type SetupList = NonNullable<z.output<typeof setup>['list']>;

export const readSetup = endpoint('GET', '/api/admin/setup', {
  summary: 'The steps until this directory opens, and what each one says now',
  reply: setup,
});
export const markStep = endpoint('POST', '/api/admin/setup/steps', {
  summary: 'Mark a step of the setup as done, left for later, or open again',
  body: z.object({ step: z.enum(setupSteps), state: z.enum(['done', 'later', 'open']) }),
  reply: setup,
});
export const sendTestEmail = endpoint('POST', '/api/admin/setup/test-email', {
  summary: 'Send a test message to the caller, and say what the mail server answers',
  reply: ok.extend({ to: z.string(), isOutbox: z.boolean() }),
  errors: { email_failed: 502 },
});
export const goLive = endpoint('POST', '/api/admin/setup/go-live', {
  summary: 'Open the directory to the public',
  reply: setup,
});
