import type { Knex } from 'knex';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Deps } from './http/context.ts';
import { enqueue, job } from './job.ts';
import { putInOutbox } from './outbox.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Paragraphs of plain text. */
  text: string[];
  /** The one thing to do, as a button. */
  action?: { label: string; url: string };
  replyTo?: string;
}

const mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.array(z.string()),
  action: z.object({ label: z.string(), url: z.string() }).optional(),
  replyTo: z.string().optional(),
});

/** Mails leave from a job with retries. The job's payload is sealed: links in mails carry secrets. */
export const sendMail = job('mail', {
  payload: z.object({ sealed: z.string() }),
  async handle({ sealed }, deps) {
    await deliver(mail.parse(JSON.parse(deps.secret.open('mail', sealed))), deps);
  },
});

export async function enqueueMail(trx: Knex, deps: Pick<Deps, 'secret'>, message: Mail): Promise<void> {
  await enqueue(trx, sendMail, { sealed: deps.secret.seal('mail', JSON.stringify(message)) });
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

function render(message: Mail, deps: Pick<Deps, 'config'>): { text: string; html: string } {
  const { PUBLIC_URL, SUPPORT_EMAIL } = deps.config;
  const foot = `Enamel · ${PUBLIC_URL} · ${SUPPORT_EMAIL}`;
  const text = [
    ...message.text,
    ...(message.action ? [`${message.action.label}: ${message.action.url}`] : []),
    '--',
    foot,
  ].join('\n\n');
  const button = message.action
    ? `<p style="margin:28px 0"><a href="${escape(message.action.url)}" style="background:#0b7c80;color:#ffffff;padding:12px 22px;border-radius:10px;text-decoration:none;font-weight:600;display:inline-block">${escape(message.action.label)}</a></p><p style="font-size:13px;color:#5b6b6d">Or open this address: <br><span style="word-break:break-all">${escape(message.action.url)}</span></p>`
    : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(message.subject)}</title></head><body style="margin:0;background:#f4f8f8;font-family:Figtree,Helvetica,Arial,sans-serif;color:#17292b"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:32px 16px"><table role="presentation" align="center" width="560" style="max-width:560px;width:100%;background:#ffffff;border-radius:16px;padding:36px" cellpadding="0" cellspacing="0"><tr><td><p style="font-size:20px;font-weight:700;color:#0b7c80;margin:0 0 24px">Enamel</p><h1 style="font-family:Georgia,serif;font-weight:500;font-size:26px;line-height:1.25;margin:0 0 16px">${escape(message.subject)}</h1>${message.text.map((part) => `<p style="font-size:16px;line-height:1.55;margin:0 0 14px;white-space:pre-line">${escape(part)}</p>`).join('')}${button}</td></tr></table><p style="text-align:center;font-size:13px;color:#5b6b6d;margin:20px 0 0">${escape(foot)}</p></td></tr></table></body></html>`;
  return { text, html };
}

async function deliver(message: Mail, deps: Deps): Promise<void> {
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = deps.config;
  const whole = {
    from: MAIL_FROM,
    to: message.to,
    subject: message.subject,
    replyTo: message.replyTo,
    date: deps.clock.now(),
    ...render(message, deps),
  };
  if (SMTP_URL) {
    const transport = createTransport(SMTP_URL);
    await transport.sendMail(whole);
    transport.close();
    return;
  }
  const built = await createTransport({ streamTransport: true, buffer: true }).sendMail(whole);
  const file = await putInOutbox(DATA_DIR, deps.clock.now(), built.message as Buffer);
  deps.log.info({ file, to: message.to, subject: message.subject }, 'mail written to the outbox');
}
