import type { Knex } from 'knex';
import type { Role } from '#shared/roles.ts';
import { rows } from '#server/base/db/knex.ts';

export interface User {
  id: number;
  email: string;
  /** Null until the account's owner opens the link that was emailed to this address. */
  emailVerifiedAt: Date | null;
  password: string | null;
  name: string;
  role: Role;
  subscriptionPlan: string;
  subscriptionStatus: string;
  subscriptionExpiresAt: Date | null;
  stripeSubscriptionId: string | null;
  createdAt: Date;
}
const columns = [
  'id',
  'email',
  'emailVerifiedAt',
  'password',
  'name',
  'role',
  'subscriptionPlan',
  'subscriptionStatus',
  'subscriptionExpiresAt',
  'stripeSubscriptionId',
  'createdAt',
];

export const findUserByEmail = (db: Knex, email: string): Promise<User | undefined> =>
  db<User>('users').where({ email }).first(columns) as Promise<User | undefined>;
export const findUserById = (db: Knex, id: number): Promise<User | undefined> =>
  db<User>('users').where({ id }).first(columns) as Promise<User | undefined>;

/**
 * True for an address that another account can still return to. It is reserved, because the thief of an account could
 * otherwise take it and keep the owner from undoing the change.
 */
export async function isReserved(trx: Knex, email: string, userId: number | null, now: Date): Promise<boolean> {
  const found = await rows(
    trx,
    `select from email_changes where old_email = :email and confirmed_at is not null and expires_at > :now
       and undo_hash is not null and user_id is distinct from :userId limit 1`,
    { email, userId, now },
  );
  return found.length > 0;
}

/** Null if the email is taken. The unique index decides, because a check beforehand could race. */
export async function createUser(
  trx: Knex,
  user: Pick<User, 'email' | 'password' | 'name' | 'role' | 'createdAt'> & Partial<Pick<User, 'emailVerifiedAt'>>,
): Promise<User | null> {
  if (await isReserved(trx, user.email, null, user.createdAt)) return null;
  const [newUser] = (await trx('users').insert(user).onConflict('email').ignore().returning(columns)) as User[];
  return newUser ?? null;
}

/** Makes concurrent requests of an account wait, so that together they can't exceed its limits. */
export async function lockAccount(trx: Knex, id: number): Promise<void> {
  await rows(trx, 'select id from users where id = :id for no key update', { id });
}

export const lockUserName = (trx: Knex, id: number): Promise<{ name: string } | undefined> =>
  trx('users').where({ id }).forUpdate().first('name') as Promise<{ name: string } | undefined>;

export async function updateUser(
  trx: Knex,
  id: number,
  change: Partial<Pick<User, 'email' | 'emailVerifiedAt' | 'name' | 'password' | 'role'>>,
): Promise<void> {
  await trx('users').where({ id }).update(change);
}

/** False if the stored password is no longer `before`, because another request changed it first. */
export async function replacePassword(trx: Knex, id: number, before: string | null, after: string): Promise<boolean> {
  return (
    (await trx('users')
      .where({ id, password: before })
      .update({ password: after, resetToken: null, resetTokenExpiresAt: null })) === 1
  );
}

interface AccountState {
  twoFactorEnabled: boolean;
  twoFactorRequired: boolean;
  recoveryCodesLeft: number;
  idleMinutes: number;
  /** The new email address that waits to be confirmed. */
  pendingEmail: string | null;
}
export async function readAccountState(db: Knex, userId: number, idle: number): Promise<AccountState> {
  const [row] = await rows<AccountState>(
    db,
    `select
       exists (select from two_factor where user_id = :userId and confirmed_at is not null) as two_factor_enabled,
       coalesce((select value = 'true' from system_settings where name = 'admin_two_factor_required'), false) as two_factor_required,
       (select new_email from email_changes where user_id = :userId and confirmed_at is null) as pending_email,
       (select cast(count(*) as integer) from recovery_codes where user_id = :userId and used_at is null) as recovery_codes_left,
       coalesce((select cast(value #>> '{}' as integer) from system_settings where name = 'session_timeout_minutes'), :idle) as idle_minutes`,
    { userId, idle },
  );
  return row!;
}

export async function saveResetToken(trx: Knex, userId: number, hash: string, expiresAt: Date): Promise<void> {
  await trx('users').where({ id: userId }).update({ resetToken: hash, resetTokenExpiresAt: expiresAt });
}

export const findUserByResetToken = (db: Knex, hash: string, now: Date): Promise<User | undefined> =>
  db<User>('users')
    .where({ resetToken: hash } as never)
    .where('resetTokenExpiresAt' as never, '>', now as never)
    .first(columns) as Promise<User | undefined>;

/** Uses up the token. Only one of several concurrent calls succeeds. The link came by email, so it verifies the address. */
export async function consumeResetToken(trx: Knex, hash: string, now: Date, password: string): Promise<boolean> {
  return (
    (await trx('users')
      .where({ resetToken: hash })
      .where('resetTokenExpiresAt', '>', now)
      .update({
        password,
        resetToken: null,
        resetTokenExpiresAt: null,
        emailVerifiedAt: trx.raw('coalesce(email_verified_at, ?)', [now]),
      })) === 1
  );
}

export async function countOtherAdmins(trx: Knex, userId: number): Promise<number> {
  // Locks all administrators, so that the last two cannot both leave at the same time.
  const admins = await rows<{ id: number }>(trx, `select id from users where role = 'admin' order by id for update`);
  return admins.filter(({ id }) => id !== userId).length;
}

/** The administrators to inform about a change that this account made. */
export const findAdminsExcept = (trx: Knex, userId: number | null): Promise<Pick<User, 'name' | 'email'>[]> =>
  rows(trx, `select name, email from users where role = 'admin' and id is distinct from :userId order by id`, {
    userId,
  });

export async function deleteUserRow(trx: Knex, id: number): Promise<void> {
  await trx('users').where({ id }).delete();
}

/** Keeps the claims as a record of the decision, without the person's name, documents, and answers. */
export async function anonymizeClaims(trx: Knex, userId: number, now: Date): Promise<void> {
  const ownClaimIds = trx('claimRequests').where({ userId }).select('id');
  await trx('claimAttachments').whereIn('claimId', ownClaimIds.clone()).delete();
  await trx('claimLetters').whereIn('claimId', ownClaimIds.clone()).delete();
  await trx('claimEvents')
    .whereIn('claimId', ownClaimIds.clone())
    .where((own) => own.where({ kind: 'answered' }).orWhere({ actorId: userId }))
    .update({ note: null });
  await rows(
    trx,
    `insert into claim_events (claim_id, at, kind, note)
     select id, :now, 'withdrawn', 'The account was deleted.' from claim_requests where user_id = :userId and status = 'pending'`,
    { userId, now },
  );
  await rows(
    trx,
    `update claim_requests set requestor_name = 'Deleted account', requestor_email = '', requestor_phone = '',
       license_number = null, npi = null, verification_document = null, additional_info = null, years_at_practice = null,
       group_name = case when group_name is not null then 'Deleted group' end,
       status = case when status = 'pending' then 'withdrawn' else status end, user_id = null
     where user_id = :userId`,
    { userId },
  );
}

/** True if the account has an active plan that was not canceled and will be charged again. */
export async function willRenew(trx: Knex, userId: number): Promise<boolean> {
  const [row] = await rows<{ renews: boolean }>(
    trx,
    `select exists (select from users u left join subscriptions s on s.id = u.stripe_subscription_id
       where u.id = :userId and u.stripe_subscription_id is not null
         and u.subscription_status in ('active', 'trial', 'past_due') and s.cancel_at is null) as renews`,
    { userId },
  );
  return row!.renews;
}

/**
 * Releases the account's listings. They are no longer verified, held ones are deleted, and a name, practice, address, or phone that staff have not checked
 * yet gets its verified value back.
 */
export async function releaseListings(trx: Knex, userId: number): Promise<void> {
  const verified = (column: string, key: string) =>
    `${column} = case when c.id is null then d.${column} else c.identity -> 'before' ->> '${key}' end`;
  await rows(
    trx,
    `update practices set name = c.identity -> 'before' ->> 'practiceName'
     from dentists d join claim_requests c on c.dentist_id = d.id and c.kind = 'identity_change' and c.status = 'pending'
     where d.user_id = :userId and practices.id = d.practice_id and c.identity -> 'before' ->> 'practiceName' is not null
       and not exists (select from dentists o where o.practice_id = d.practice_id and o.id <> d.id)`,
    { userId },
  );
  await rows(
    trx,
    `update dentists set user_id = null, held_at = null, is_verified = false, ownership_reviewed_at = null, identity_changed_at = null,
       ${verified('name', 'name')}, ${verified('phone', 'phone')}, ${verified('address', 'address')},
       ${verified('city', 'city')}, ${verified('state', 'state')}, ${verified('zip_code', 'zipCode')}
     from dentists d
     left join claim_requests c on c.dentist_id = d.id and c.kind = 'identity_change' and c.status = 'pending'
     where dentists.id = d.id and d.user_id = :userId`,
    { userId },
  );
}

interface SecuritySettingsRow {
  twoFactorRequired: boolean;
  sessionTimeoutMinutes: number;
  admins: number;
  adminsWithoutTwoFactor: number;
}
export async function readSecuritySettings(db: Knex, idle: number): Promise<SecuritySettingsRow> {
  const [row] = await rows<SecuritySettingsRow>(
    db,
    `select
       coalesce((select value = 'true' from system_settings where name = 'admin_two_factor_required'), false) as two_factor_required,
       coalesce((select cast(value #>> '{}' as integer) from system_settings where name = 'session_timeout_minutes'), :idle) as session_timeout_minutes,
       (select cast(count(*) as integer) from users where role <> 'user') as admins,
       (select cast(count(*) as integer) from users u where role <> 'user'
          and not exists (select from two_factor t where t.user_id = u.id and t.confirmed_at is not null)) as admins_without_two_factor`,
    { idle },
  );
  return row!;
}

/** Serializes changes of settings, including settings without a row yet. Reads are not blocked. */
export const lockSettings = (trx: Knex): Promise<unknown> =>
  trx.raw('lock table system_settings in share row exclusive mode');

export async function findLastSettingChange(
  trx: Knex,
  names: string[],
): Promise<{ userId: number | null; name: string | null; at: Date } | null> {
  const [row] = await rows<{ userId: number | null; name: string | null; at: Date }>(
    trx,
    `select s.updated_by as user_id, u.name, s.updated_at as at from system_settings s
     left join users u on u.id = s.updated_by where s.name = any(cast(:names as text[])) order by s.updated_at desc limit 1`,
    { names },
  );
  return row ?? null;
}

export async function saveSetting(trx: Knex, name: string, value: unknown, by: number, at: Date): Promise<void> {
  await trx('systemSettings')
    .insert({ name, value: JSON.stringify(value), updatedAt: at, updatedBy: by })
    .onConflict('name')
    .merge();
}
