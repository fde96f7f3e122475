import type { TestApp } from '../app.ts';

export interface SentEmail {
  to: string;
  subject: string;
  text: string[];
  action?: { label: string; url: string };
  unsubscribe?: string;
}

/** The queued emails to this address, newest first. */
export async function emailsTo(app: TestApp, address: string): Promise<SentEmail[]> {
  const queued = await app.deps.db('jobs').where({ name: 'mail' }).orderBy('id', 'desc');
  return queued
    .map(({ payload }) => JSON.parse(app.deps.secret.open('mail', payload.sealed)) as SentEmail)
    .filter(({ to }) => to === address);
}

/** The token in the link of the newest email with this subject. */
export async function tokenIn(app: TestApp, address: string, subject: string): Promise<string> {
  const email = (await emailsTo(app, address)).find((one) => one.subject === subject);
  if (!email?.action) throw new Error(`No “${subject}” to ${address}`);
  return new URL(email.action.url).searchParams.get('token')!;
}
