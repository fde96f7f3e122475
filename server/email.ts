import type { Knex } from 'knex';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Deps } from './http/context.ts';
import { enqueue, job } from './jobs/queue.ts';
import { saveToOutbox } from './outbox.ts';

export interface Email {
  to: string;
  /** The recipient's name, for the greeting. Omitted for emails to staff. */
  name?: string;
  subject: string;
  /** Paragraphs of plain text. */
  text: string[];
  /** Shown as a button. */
  action?: { label: string; url: string };
  /** Defaults to support. */
  replyTo?: string;
  /** The page that turns off emails of this kind, for those that a person can turn off. */
  unsubscribe?: string;
}
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
  await enqueue(trx, sendEmail, { sealed: deps.secret.seal('mail', JSON.stringify(email)) }, options);
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** "Hi Ana," for Ana Silva, and "Hi Dr. Silva," for Dr. Ana Silva. */
export function greet(name: string): string {
  const words = name.trim().split(/\s+/);
  const isDoctor = /^dr\.?$/i.test(words[0]!) && words.length > 1;
  return isDoctor ? `Hi Dr. ${words.at(-1)},` : `Hi ${words[0]},`;
}

/** The plain-text and HTML parts of an email: one layout for all. */
export function renderEmail(
  email: Email,
  { PUBLIC_URL, SUPPORT_EMAIL }: Deps['config'],
): { text: string; html: string } {
  const footer = `Enamel · ${PUBLIC_URL} · ${SUPPORT_EMAIL}`;
  const { action, subject } = email;
  const paragraphs = [...(email.name ? [greet(email.name)] : []), ...email.text];
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    '--',
    footer,
    ...(email.unsubscribe ? [`Turn off these emails: ${email.unsubscribe}`] : []),
  ].join('\n\n');
  const optOut = email.unsubscribe
    ? `<br><a href="${escapeHtml(email.unsubscribe)}" style="color:#5b6b6d">Turn off these emails</a>`
    : '';
  const button = action
    ? `<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" style="background:#0b7c80;color:#ffffff;padding:12px 22px;border-radius:10px;text-decoration:none;font-weight:600;display:inline-block">${escapeHtml(action.label)}</a></p><p style="font-size:13px;color:#5b6b6d">Or copy this link into your browser: <br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`
    : '';
  const logo = `<p style="font-size:20px;font-weight:700;color:#0b7c80;margin:0 0 24px"><img src="${escapeHtml(PUBLIC_URL)}/icon-192.png" width="32" height="32" alt="" style="vertical-align:middle;border-radius:8px;margin-right:10px">Enamel</p>`;
  const body = paragraphs
    .map(
      (paragraph) =>
        `<p style="font-size:16px;line-height:1.55;margin:0 0 14px;white-space:pre-line">${escapeHtml(paragraph)}</p>`,
    )
    .join('');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#f4f8f8;font-family:Figtree,Helvetica,Arial,sans-serif;color:#17292b"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:32px 16px"><table role="presentation" align="center" width="560" style="max-width:560px;width:100%;background:#ffffff;border-radius:16px;padding:36px" cellpadding="0" cellspacing="0"><tr><td>${logo}<h1 style="font-family:Georgia,serif;font-weight:500;font-size:26px;line-height:1.25;margin:0 0 16px">${escapeHtml(subject)}</h1>${body}${button}</td></tr></table><p style="text-align:center;font-size:13px;color:#5b6b6d;margin:20px 0 0">${escapeHtml(footer)}${optOut}</p></td></tr></table></body></html>`;
  return { text, html };
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
