import type { Email } from '#server/base/email/email.ts';
import type { TestApp } from '../app.ts';

/** Records every email from now on, in the order in which they are enqueued. */
export function recordEmails({ deps: { secret } }: Pick<TestApp, 'deps'>): Email[] {
  const emails: Email[] = [];
  const seal = secret.seal.bind(secret);
  secret.seal = (purpose, plain) => {
    if (purpose === 'mail') emails.push(JSON.parse(plain) as Email);
    return seal(purpose, plain);
  };
  return emails;
}
