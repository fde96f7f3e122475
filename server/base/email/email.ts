import type { Knex } from 'knex';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Deps } from '../http/context.ts';
import { renderEmail, type Email } from './email-layout.ts';
import { plainLine } from './email-words.ts';
import { enqueue, job, PermanentFailure } from '../jobs/queue.ts';
import { saveToOutbox } from './outbox.ts';
import { clearUndeliverable, findUndeliverable, markUndeliverable } from './queries-undeliverable.ts';
import { PAUSE_DAYS, readRejection } from './undeliverable.ts';

export type { Email } from './email-layout.ts';
export type EmailDeps = Pick<Deps, 'secret' | 'config' | 'clock' | 'settings'>;

const emailPayload = z.object({
  to: z.string(),
  name: z.string().optional(),
  subject: z.string(),
  text: z.array(z.string()),
  action: z.object({ label: z.string(), url: z.string() }).optional(),
  otherAction: z.object({ label: z.string(), url: z.string() }).optional(),
  replyTo: z.string().optional(),
  unsubscribe: z.string().optional(),
  isSecurity: z.boolean().optional(),
});

/**
 * Emails are sent by a job with retries, which end at the mail server's final "no". The payload is encrypted, because
 * links in emails contain secrets.
 */
export const sendEmail = job('mail', {
  payload: z.object({ sealed: z.string() }),
  async handle({ sealed }, deps) {
    const email = emailPayload.parse(JSON.parse(deps.secret.open('mail', sealed)));
    const problem = await findUndeliverable(deps.db, email.to);
    if (problem && isPaused(email, problem.lastFailedAt, deps))
      return void deps.log.info({ reason: problem.reason }, 'skipped an email to an address that rejects email');
    try {
      await deliver(email, deps);
    } catch (error) {
      return handleRejection(email, deps, error);
    }
    if (problem) await clearUndeliverable(deps.db, email.to);
  },
});

/** Emails about an account's security and those to support are always tried. */
function isPaused({ to, isSecurity }: Email, failedAt: Date, { clock, settings }: Deps): boolean {
  const isRecent = clock.now().getTime() - failedAt.getTime() < PAUSE_DAYS * 86_400_000;
  return isRecent && !isSecurity && to !== settings.current.supportEmail;
}

/** Marks the address if it is the reason. Any other final "no" goes to the staff's list of failures without a retry. */
async function handleRejection({ to }: Email, deps: Deps, error: unknown): Promise<void> {
  const rejection = readRejection(error);
  if (!rejection) throw error;
  if (!rejection.isAddress) throw new PermanentFailure(rejection.reason, { cause: error });
  await markUndeliverable(deps.db, to, rejection.reason, deps.clock.now());
  deps.log.warn({ reason: rejection.reason }, 'an address rejects email');
}

export async function enqueueEmail(
  trx: Knex,
  deps: Pick<Deps, 'secret'>,
  email: Email,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  const sealed = deps.secret.seal('mail', JSON.stringify({ ...email, subject: plainLine(email.subject) }));
  await enqueue(trx, sendEmail, { sealed }, options);
}

/** For emails about the security of an account, which are tried even if an address rejected earlier ones. */
export const enqueueSecurityEmail: typeof enqueueEmail = (trx, deps, email, options) =>
  enqueueEmail(trx, deps, { ...email, isSecurity: true }, options);

/** An address without a name is sent under the brand. */
const senderOf = (from: string, brand: string) => (from.includes('<') ? from : { name: brand, address: from });
/** Sends a test message at once. Throws what the mail server answers. */
export const sendTestMessage = (deps: Deps, { name, email }: { name: string; email: string }): Promise<void> =>
  deliver(
    {
      to: email,
      name,
      subject: 'Your test message',
      text: ['This message shows that your directory can send emails. You don’t need to do anything.'],
    },
    deps,
  );

async function deliver(email: Email, deps: Deps): Promise<void> {
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = deps.config;
  const settings = deps.settings.current;
  const message = {
    from: senderOf(MAIL_FROM, settings.brand),
    to: email.to,
    subject: email.subject,
    replyTo: email.replyTo ?? settings.supportEmail,
    date: deps.clock.now(),
    ...(email.unsubscribe ? { list: { unsubscribe: email.unsubscribe } } : {}),
    ...renderEmail(email, deps.config, settings),
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
