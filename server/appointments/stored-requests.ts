import type { Knex } from 'knex';
import type { AppointmentState } from '#shared/appointments/appointment-state.ts';
import type { Deps, Secrets } from '#server/base/http/context.ts';
import * as sql from './queries.ts';
import { emailKeyOf, openContact, sealContact, type Contact } from '#server/base/sealed-contacts.ts';

/** A request with the patient's contact in the clear, for its patient, its practice, and their emails. */
export type RequestRow = Omit<sql.StoredRequest, 'contact'>;
type NewRequest = Omit<sql.NewRequest, 'contact' | 'emailKey'> & Contact;

const openOne = (secret: Secrets, row: sql.StoredRequest | null): RequestRow | null => row && openContact(secret, row);

/** Null if a request with this token exists already. */
export const insertRequest = (
  trx: Knex,
  secret: Secrets,
  { name, email, phone, ...request }: NewRequest,
): Promise<number | null> =>
  sql.insertRequest(trx, {
    ...request,
    contact: sealContact(secret, { name, email, phone }),
    emailKey: email === null ? null : emailKeyOf(secret, email),
  });

export const findRequest = async (db: Knex, secret: Secrets, id: number): Promise<RequestRow | null> =>
  openOne(secret, await sql.findRequest(db, id));
export const findByToken = async (db: Knex, secret: Secrets, tokenHash: Buffer): Promise<RequestRow | null> =>
  openOne(secret, await sql.findByToken(db, tokenHash));
export const lockRequest = async (trx: Knex, secret: Secrets, id: number): Promise<RequestRow | null> =>
  openOne(secret, await sql.lockRequest(trx, id));
export const lockByToken = async (trx: Knex, secret: Secrets, tokenHash: Buffer): Promise<RequestRow | null> =>
  openOne(secret, await sql.lockByToken(trx, tokenHash));

export async function findReceived(
  db: Knex,
  secret: Secrets,
  actor: { userId: number; groupId?: number | null },
  states: readonly AppointmentState[],
  dentistId: number | null,
  page: { limit: number; offset: number },
): Promise<{ items: RequestRow[]; total: number }> {
  const { items, total } = await sql.findReceived(db, actor, states, dentistId, page);
  return { items: items.map((row) => openContact(secret, row)), total };
}

export const findAllReceived = async (
  db: Knex,
  secret: Secrets,
  userId: number,
  limit: number,
): Promise<RequestRow[]> => (await sql.findAllReceived(db, userId, limit)).map((row) => openContact(secret, row));

const BATCH_SIZE = 500;

/** Seals the contacts that an older version of the server, or a restore of an older backup, has stored in the clear. */
export async function sealStoredContacts({ db, secret, log }: Pick<Deps, 'db' | 'secret' | 'log'>): Promise<void> {
  let count = 0;
  for (;;) {
    const sealed = await db.transaction(async (trx) => {
      const contacts = await sql.lockUnsealed(trx, BATCH_SIZE);
      for (const { id, ...contact } of contacts)
        await sql.storeSealed(trx, id, {
          contact: sealContact(secret, contact),
          emailKey: contact.email === null ? null : emailKeyOf(secret, contact.email),
        });
      return contacts.length;
    });
    count += sealed;
    if (sealed < BATCH_SIZE) break;
  }
  if (count > 0) log.info({ count }, 'appointment requests sealed');
}
