import type { Knex } from 'knex';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Deps } from './http/context.ts';
import { renderEmail, type Email } from './email-layout.ts';
import { plainLine } from './email-words.ts';
import { enqueue, job } from './jobs/queue.ts';
import { saveToOutbox } from './outbox.ts';

export type { Email } from './email-layout.ts';
export type EmailDeps = Pick<Deps, 'secret' | 'config' | 'clock'>;

const emailPayload = z.object({
  to: z.string(),
  name: z.string().optional(),
  subject: z.string(),
  text: z.array(z.string()),
  action: z.object({ label: z.string(), url: z.string() }).optional(),
  replyTo: z.string().optional(),
  unsubscribe: z.string().optional(),
});

/** Emails are sent by a job with retries. The payload is encrypted, because links in emails contain secrets. */
export const sendEmail = job('mail', {
  payload: z.object({ sealed: z.string() }),
  async handle({ sealed }, deps) {
    await deliver(emailPayload.parse(JSON.parse(deps.secret.open('mail', sealed))), deps);
  },
});

export async function enqueueEmail(
  trx: Knex,
  deps: Pick<Deps, 'secret'>,
  email: Email,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  const sealed = deps.secret.seal('mail', JSON.stringify({ ...email, subject: plainLine(email.subject) }));
  await enqueue(trx, sendEmail, { sealed }, options);
}

async function deliver(email: Email, deps: Deps): Promise<void> {
  const { SMTP_URL, MAIL_FROM, SUPPORT_EMAIL, DATA_DIR } = deps.config;
  const message = {
    from: MAIL_FROM,
    to: email.to,
    subject: email.subject,
    replyTo: email.replyTo ?? SUPPORT_EMAIL,
    date: deps.clock.now(),
    ...(email.unsubscribe ? { list: { unsubscribe: email.unsubscribe } } : {}),
    ...renderEmail(email, deps.config),
  };
  if (SMTP_URL) {
    const transport = createTransport(SMTP_URL);
    await transport.sendMail(message);
    transport.close();
    return;
  }
  const sent = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  const file = await saveToOutbox(DATA_DIR, deps.clock.now(), sent.message as Buffer);
  deps.log.info({ file, to: email.to, subject: email.subject }, 'email written to the outbox');
}
