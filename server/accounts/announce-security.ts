import type { Knex } from 'knex';
import { isStaff } from '#shared/roles.ts';
import { audit, type AuditActor, type AuditEntry } from '#server/audit/audit.ts';
import type { EmailDeps } from '#server/base/email/email.ts';
import { emailSecurityChange } from './emails.ts';
import { findAdminsExcept, type User } from './queries.ts';

/** Records a change that weakens or moves the protection of the panel, and emails it to the other administrators. */
export async function announceSecurityChange(
  trx: Knex,
  deps: EmailDeps & { actor: AuditActor },
  entry: Omit<AuditEntry, 'at'>,
  sentence: string,
): Promise<void> {
  const at = deps.clock.now();
  await audit(trx, deps.actor, { ...entry, at });
  const by = deps.actor?.name ?? 'Someone with access to the server';
  for (const admin of await findAdminsExcept(trx, deps.actor?.userId ?? null))
    await emailSecurityChange(trx, deps, admin, { by, sentence, at });
}

/** The same for a change of a staff member's own account. Changes of other accounts concern only their owner. */
export async function announceStaffChange(
  trx: Knex,
  deps: EmailDeps,
  user: Pick<User, 'id' | 'name' | 'email' | 'role'>,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  sentence: string,
): Promise<void> {
  if (!isStaff(user.role)) return;
  const actor = { userId: user.id, name: user.name, email: user.email };
  await announceSecurityChange(trx, { ...deps, actor }, { ...entry, subject: 'user', subjectId: user.id }, sentence);
}
