import type { z } from 'zod';
import type * as contract from '#contract/articles/people.ts';
import { articlePerson } from '#contract/articles/people.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { notFound, Refusal } from '#server/base/http/errors.ts';
import * as sql from './queries-people.ts';

const SUBJECT = 'article person';

/** Words the error of the database if another person has the same name and credentials. */
function rejectTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'article_people_byline_key') throw error;
  const sentence = 'There is already a person with this name and these credentials.';
  throw new Refusal(409, 'name_taken', sentence, { fields: { name: sentence } });
}

export const listPeople = ({ db }: Pick<Ctx, 'db'>) => sql.findPeople(db);

export async function addPerson(
  values: z.output<(typeof contract.createPerson)['body']>,
  { db, actor, clock }: Ctx<Actor>,
): Promise<{ id: number }> {
  return db.transaction(async (trx) => {
    const person = await sql.insertPerson(trx, values).catch(rejectTaken);
    await audit(trx, actor, {
      at: clock.now(),
      action: 'article_person.added',
      subject: SUBJECT,
      subjectId: person.id,
      note: person.byline,
    });
    return { id: person.id };
  });
}

async function lockExisting(trx: Ctx<Actor>['db'], id: number): Promise<sql.PersonRow> {
  const person = await sql.lockPerson(trx, id);
  if (!person) throw notFound('This person was deleted.');
  return person;
}

/** Changes a person. Articles name their author and reviewer by the byline, so a new one is written to them. */
export async function changePerson(
  id: number,
  { read, ...values }: z.output<(typeof contract.updatePerson)['body']>,
  { db, actor, clock }: Ctx<Actor>,
): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await lockExisting(trx, id);
    await rejectIfChanged({
      read,
      schema: articlePerson,
      stored: before,
      newValues: values,
      actor,
      findLastChange: (fields) => lastChange(trx, { subject: SUBJECT, subjectId: id }, { fields }),
    });
    const after = await sql.updatePerson(trx, id, values).catch(rejectTaken);
    if (after.byline !== before.byline) await sql.replaceByline(trx, before.byline, after.byline);
    await audit(trx, actor, {
      at: clock.now(),
      action: 'article_person.changed',
      subject: SUBJECT,
      subjectId: id,
      before,
      after,
    });
  });
}

export async function removePerson(id: number, { db, actor, clock }: Ctx<Actor>): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await lockExisting(trx, id);
    await sql.deletePerson(trx, id);
    await audit(trx, actor, {
      at: clock.now(),
      action: 'article_person.deleted',
      subject: SUBJECT,
      subjectId: id,
      note: before.byline,
      before,
    });
  });
}
