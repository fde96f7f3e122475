import type { Knex } from 'knex';
import { formatEmailTime } from '#server/base/email/email-time.ts';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { findAdmins } from './queries-backup-runs.ts';

/** Emails every admin. With a key, a retry replaces an email that hasn't been sent. */
async function emailAdmins(
  trx: Knex,
  deps: EmailDeps,
  email: { subject: string; text: string[]; key: string },
): Promise<void> {
  const { key, ...message } = email;
  for (const { name, email: to } of await findAdmins(trx))
    await enqueueEmail(
      trx,
      deps,
      { ...message, to, name, action: { label: 'See the backups', url: `${deps.config.PUBLIC_URL}/admin/backups` } },
      { key: `${key} ${to}` },
    );
}

export const emailDrillFailed = (trx: Knex, deps: EmailDeps, drill: { id: number; name: string; message: string }) =>
  emailAdmins(trx, deps, {
    subject: 'A restore drill failed',
    text: [
      `The scheduled restore of the backup ${drill.name} failed on ${formatEmailTime(deps.clock.now())}.`,
      drill.message,
      'Until a drill passes, don’t rely on this backup. Create a new one and test it.',
    ],
    key: `drill ${drill.id}`,
  });

export const emailBackupFailed = (trx: Knex, deps: EmailDeps, message: string) =>
  emailAdmins(trx, deps, {
    subject: 'The nightly backup failed',
    text: [
      `The nightly backup failed on ${formatEmailTime(deps.clock.now())}.`,
      message,
      'Fix the cause, and create a backup in the admin panel.',
    ],
    key: `backup ${deps.clock.now().toISOString().slice(0, 10)}`,
  });
