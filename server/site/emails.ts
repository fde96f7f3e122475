import type { Knex } from 'knex';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import type { NewMessage } from './queries.ts';

export const emailContactMessage = (
  trx: Knex,
  deps: EmailDeps,
  message: NewMessage & { id: number; isPriority: boolean },
) =>
  enqueueEmail(trx, deps, {
    to: deps.settings.current.supportEmail,
    replyTo: message.email,
    subject: `[${message.isPriority ? 'Priority, ' : ''}${message.category}] ${message.subject}`,
    text: [`From ${message.name} <${message.email}>`, message.message],
    action: { label: 'Open the message', url: `${deps.config.PUBLIC_URL}/admin/messages?item=${message.id}` },
  });
