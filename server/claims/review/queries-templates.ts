import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface TemplateRow {
  id: number;
  name: string;
  body: string;
  updatedAt: Date;
  updatedBy: string | null;
}
interface TemplateValues {
  name: string;
  body: string;
  updatedAt: Date;
  updatedBy: number;
}

export const listTemplates = (db: Knex): Promise<TemplateRow[]> =>
  rows<TemplateRow>(
    db,
    `select t.id, t.name, t.body, t.updated_at, u.name as updated_by
     from claim_note_templates t left join users u on u.id = t.updated_by
     order by lower(t.name), t.id`,
  );

const selectById = `select t.id, t.name, t.body, t.updated_at, u.name as updated_by
  from claim_note_templates t left join users u on u.id = t.updated_by
  where t.id = :id`;

export const findTemplate = async (db: Knex, id: number): Promise<TemplateRow | null> =>
  (await rows<TemplateRow>(db, selectById, { id }))[0] ?? null;

export const lockTemplate = async (trx: Knex, id: number): Promise<TemplateRow | null> =>
  (await rows<TemplateRow>(trx, `${selectById} for update of t`, { id }))[0] ?? null;

export async function insertTemplate(trx: Knex, template: TemplateValues): Promise<number> {
  const [row] = (await trx('claimNoteTemplates').insert(template).returning('id')) as [{ id: number }];
  return row.id;
}

export const updateTemplate = (trx: Knex, id: number, template: TemplateValues): Promise<number> =>
  trx('claimNoteTemplates').where({ id }).update(template);

export const deleteTemplateRow = (trx: Knex, id: number): Promise<number> =>
  trx('claimNoteTemplates').where({ id }).delete();
