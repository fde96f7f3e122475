import type { Knex } from 'knex';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { formatEmailDay } from '#server/base/email/email-time.ts';

interface ReceivedMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
  createdAt: Date;
}

/** Quotes the message below the reply. */
export const emailReply = (
  trx: Knex,
  deps: EmailDeps,
  received: ReceivedMessage,
  { text, author }: { text: string; author: string },
) =>
  enqueueEmail(trx, deps, {
    to: received.email,
    name: received.name,
    subject: `Re: ${received.subject}`,
    text: [
      ...text.split(/\n{2,}/),
      `${author}, ${deps.settings.brand}`,
      `On ${formatEmailDay(received.createdAt)}, you wrote:\n${received.message}`,
    ],
  });
