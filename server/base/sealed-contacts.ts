import { createHmac } from 'node:crypto';
import type { Secrets } from '#server/base/http/context.ts';

const PURPOSE = 'appointment contact';

/** How a practice reaches a patient. All of it is null once the request has been erased. */
export interface Contact {
  name: string | null;
  email: string | null;
  phone: string | null;
}

/** The stored form of a contact, which only a server with the same SECRET_KEY can read. */
export const sealContact = (secret: Secrets, { name, email, phone }: Contact): string =>
  secret.seal(PURPOSE, JSON.stringify([name, email, phone]));

/** Finds the requests of an email address without storing it. */
export const emailKeyOf = (secret: Secrets, email: string): Buffer =>
  createHmac('sha256', secret.key('appointment email')).update(email.toLowerCase()).digest();

/**
 * Reads the contact of a stored request. A request that isn't sealed yet still has it in its columns. After a restore with another
 * SECRET_KEY the contact is lost, as if it had been erased.
 */
export function openContact<Row extends Contact & { contact: string | null }>(
  secret: Secrets,
  row: Row,
): Omit<Row, 'contact'> {
  const { contact, ...rest } = row;
  if (contact === null) return rest;
  let opened: readonly (string | null)[] = [null, null, null];
  try {
    opened = JSON.parse(secret.open(PURPOSE, contact)) as (string | null)[];
  } catch {
    // Sealed with another key.
  }
  const [name = null, email = null, phone = null] = opened;
  return { ...rest, name, email, phone };
}
