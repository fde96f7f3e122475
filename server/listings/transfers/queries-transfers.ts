import type { Knex } from 'knex';
import type { TransferStatus } from '#contract/listings/transfers.ts';
import { rows } from '#server/base/db/knex.ts';

export interface TransferRow {
  id: number;
  dentistId: number;
  fromUserId: number | null;
  toUserId: number | null;
  email: string | null;
  status: TransferStatus;
  offeredAt: Date;
  expiresAt: Date;
  closedAt: Date | null;
  invoiceId: string | null;
  invoiceEndedAt: Date | null;
}
const COLUMNS = `t.id, t.dentist_id, t.from_user_id, t.to_user_id, t.email, t.status, t.offered_at, t.expires_at, t.closed_at,
  t.invoice_id, t.invoice_ended_at`;

/** A transfer with its people and its listing, for screens and emails. */
export interface TransferView extends TransferRow {
  fromName: string | null;
  fromEmail: string | null;
  hasAccount: boolean;
  listingName: string;
  practiceName: string | null;
  city: string | null;
  state: string | null;
  slug: string | null;
  citySlug: string | null;
  /** The listing still exists, and the person who offered it still owns it. */
  isOffered: boolean;
}
const VIEWS = `select ${COLUMNS}, f.name as from_name, f.email as from_email, exists (select from users u where u.email = t.email) as has_account,
    d.name as listing_name, p.name as practice_name, d.city, d.state, d.slug, c.slug as city_slug,
    coalesce(d.deleted_at is null and d.user_id = t.from_user_id, false) as is_offered
  from listing_transfers t join dentists d on d.id = t.dentist_id left join practices p on p.id = d.practice_id
  left join cities c on c.id = d.city_id left join users f on f.id = t.from_user_id`;

export const findView = async (db: Knex, id: number): Promise<TransferView | null> =>
  (await rows<TransferView>(db, `${VIEWS} where t.id = ?`, [id]))[0] ?? null;

export const findViewByToken = async (db: Knex, id: number, tokenHash: Buffer): Promise<TransferView | null> =>
  (await rows<TransferView>(db, `${VIEWS} where t.id = :id and t.token_hash = :tokenHash`, { id, tokenHash }))[0] ??
  null;

export const findOpenOffersTo = (db: Knex, email: string, now: Date): Promise<TransferView[]> =>
  rows(
    db,
    `select * from (${VIEWS} where t.email = :email and t.closed_at is null and t.expires_at > :now) offers
     where is_offered order by id limit 50`,
    { email, now },
  );

export interface Recipient {
  userId: number;
  name: string;
  email: string;
}
export const findRecipient = async (db: Knex, userId: number): Promise<Recipient | null> =>
  (await rows<Recipient>(db, 'select id as user_id, name, email from users where id = ?', [userId]))[0] ?? null;

export const findLatest = async (db: Knex, dentistId: number): Promise<TransferRow | null> =>
  (
    await rows<TransferRow>(
      db,
      `select ${COLUMNS} from listing_transfers t where dentist_id = ? order by id desc limit 1`,
      [dentistId],
    )
  )[0] ?? null;

interface StaffTransfer extends Pick<TransferRow, 'id' | 'status' | 'email' | 'offeredAt' | 'expiresAt' | 'closedAt'> {
  fromName: string | null;
}
export const findTransfersOfListing = (db: Knex, dentistId: number): Promise<StaffTransfer[]> =>
  rows(
    db,
    `select t.id, t.status, t.email, t.offered_at, t.expires_at, t.closed_at, f.name as from_name
     from listing_transfers t left join users f on f.id = t.from_user_id where t.dentist_id = ? order by t.id desc limit 10`,
    [dentistId],
  );

/** Callers lock the listing first, so that transactions take both locks in the same order. */
export const lockTransfer = async (trx: Knex, id: number): Promise<TransferRow | null> =>
  (await rows<TransferRow>(trx, `select ${COLUMNS} from listing_transfers t where id = ? for update`, [id]))[0] ?? null;

export const lockOpenTransfer = async (trx: Knex, dentistId: number): Promise<TransferRow | null> =>
  (
    await rows<TransferRow>(
      trx,
      `select ${COLUMNS} from listing_transfers t where dentist_id = ? and closed_at is null for update`,
      [dentistId],
    )
  )[0] ?? null;

export async function insertTransfer(
  trx: Knex,
  transfer: {
    dentistId: number;
    fromUserId: number;
    email: string;
    tokenHash: Buffer;
    offeredAt: Date;
    expiresAt: Date;
  },
): Promise<number> {
  const [row] = await trx('listingTransfers').insert(transfer).returning('id');
  return (row as { id: number }).id;
}

export async function updateTransfer(
  trx: Knex,
  id: number,
  values: Partial<{
    status: TransferStatus;
    tokenHash: Buffer;
    offeredAt: Date;
    expiresAt: Date;
    toUserId: number;
    acceptedAt: Date;
    closedAt: Date;
    invoiceEndedAt: Date;
  }>,
): Promise<void> {
  await trx('listingTransfers').where({ id }).update(values);
}

/** False if the transfer has ended since, so that its invoice must end, too. The id is stored in both cases. */
export async function storeInvoice(db: Knex, id: number, invoiceId: string): Promise<boolean> {
  const [row] = await rows<{ status: TransferStatus }>(
    db,
    'update listing_transfers set invoice_id = :invoiceId where id = :id returning status',
    { id, invoiceId },
  );
  return row?.status === 'paying';
}

/** The open transfers whose time is over, whose listing has another owner, or whose invoice is among the paid ones. */
export const findDueTransfers = (
  db: Knex,
  now: Date,
): Promise<{ id: number; invoiceId: string | null; isDue: boolean }[]> =>
  rows(
    db,
    `select t.id, t.invoice_id,
       t.expires_at <= :now or d.deleted_at is not null or d.user_id is distinct from t.from_user_id as is_due
     from listing_transfers t join dentists d on d.id = t.dentist_id where t.closed_at is null
     union all
     select id, invoice_id, true from listing_transfers
     where invoice_id is not null and invoice_ended_at is null and status in ('declined', 'canceled', 'expired')`,
    { now },
  );

/** The address of someone who never got the listing isn't needed for long. */
export async function forgetAddresses(db: Knex, before: Date): Promise<void> {
  await rows(
    db,
    'update listing_transfers set email = null, token_hash = null where closed_at < ? and email is not null',
    [before],
  );
}
