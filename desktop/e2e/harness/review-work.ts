import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { smallPdf } from '#server/claims/sample/small-pdf.ts';

const icon = fileURLToPath(new URL('../../icons/icon.png', import.meta.url));
const HOUR_MS = 3_600_000;
const REVIEW_HOURS = 120;

const practices = [
  { name: 'Harborview Dental Studio', city: 'Boston', claimant: 'Priya Raman', hoursAgo: 220 },
  { name: 'Dr. Ellen Moss, DDS', city: 'Cambridge', claimant: 'Ellen Moss', hoursAgo: 170 },
  { name: 'Back Bay Family Dentistry', city: 'Boston', claimant: 'Jon Abernathy', hoursAgo: 40 },
  { name: 'Quincy Smiles', city: 'Quincy', claimant: 'Maria Lopez', hoursAgo: 26 },
  { name: 'Dr. Samuel Oyelaran, DMD', city: 'Worcester', claimant: 'Samuel Oyelaran', hoursAgo: 20 },
  { name: 'Northampton Center for Cosmetic Dentistry', city: 'Northampton', claimant: 'Grace Kim', hoursAgo: 8 },
  { name: 'Lowell Whitening and Implants', city: 'Lowell', claimant: 'Peter Novak', hoursAgo: 3 },
];

/** Replaces the review queue with seven claims. The first two are overdue and have documents. */
export async function addReviewWork(db: Knex): Promise<number[]> {
  await db('claimRequests').where({ status: 'pending' }).delete();
  const insert = async (table: string, rows: object[]): Promise<number[]> =>
    ((await db(table).insert(rows).returning('id')) as { id: number }[]).map(({ id }) => id);
  const emailOf = (claimant: string) => `${claimant.toLowerCase().replace(' ', '.')}.${Date.now()}@example.com`;
  const users = await insert(
    'users',
    practices.map(({ claimant }) => ({ name: claimant, email: emailOf(claimant) })),
  );
  const listings = await insert(
    'dentists',
    practices.map(({ name, city }, n) => ({
      name,
      city,
      state: 'MA',
      zipCode: '02118',
      address: `${120 + n} Main Street`,
      phone: `(617) 555-01${10 + n}`,
    })),
  );
  const ids = await insert(
    'claimRequests',
    practices.map(({ claimant, hoursAgo }, n) => ({
      dentistId: listings[n]!,
      userId: users[n]!,
      requestorName: claimant,
      requestorEmail: emailOf(claimant),
      requestorPhone: n % 2 === 0 ? '(508) 555-0199' : `(617) 555-01${10 + n}`,
      relationshipToPractice: 'owner',
      submittedAt: new Date(Date.now() - hoursAgo * HOUR_MS),
      dueAt: new Date(Date.now() + (REVIEW_HOURS - hoursAgo) * HOUR_MS),
    })),
  );
  const documents = [
    { name: 'front door.png', type: 'image/png', bytes: await readFile(icon) },
    { name: 'dental license.pdf', type: 'application/pdf', bytes: smallPdf('License of Dr. Raman') },
  ];
  await db('claimAttachments').insert(
    [
      { claimId: ids[0]!, ...documents[0]! },
      { claimId: ids[0]!, ...documents[1]! },
      { claimId: ids[1]!, ...documents[0]! },
    ].map((document) => ({
      ...document,
      kind: 'document',
      size: document.bytes.length,
      createdAt: new Date(),
    })),
  );
  return ids;
}
