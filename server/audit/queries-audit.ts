import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { Slice } from '#server/base/tables/pagination.ts';
import { selectSubjectName } from './queries-subject-name.ts';

interface AuditRow {
  id: number;
  at: Date;
  actorId: number | null;
  actorName: string;
  actorEmail: string | null;
  action: string;
  subject: string;
  subjectId: string | null;
  note: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** An entry with the present name of its subject. */
type NamedAuditRow = AuditRow & { subjectName: string | null };

export async function addAuditEntry(trx: Knex, entry: Omit<AuditRow, 'id'>): Promise<void> {
  const { before, after, ...rest } = entry;
  await trx('auditLog').insert({
    ...rest,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
}

/** The latest entry about a subject. If `fields` is given, the latest entry that changed one of them. */
export async function findLatestEntry(
  trx: Knex,
  subject: string,
  subjectId: string,
  fields: string[] | null,
): Promise<Pick<AuditRow, 'at' | 'actorId' | 'actorName'> | undefined> {
  const [row] = await rows<Pick<AuditRow, 'at' | 'actorId' | 'actorName'>>(
    trx,
    `select at, actor_id, actor_name from audit_log where subject = :subject and subject_id = :subjectId
       and (cast(:fields as text[]) is null or jsonb_exists_any(after, cast(:fields as text[])))
     order by id desc limit 1`,
    { subject, subjectId, fields },
  );
  return row;
}

export async function findAuditEntry(db: Knex, id: number): Promise<NamedAuditRow | undefined> {
  const sql = `select a.*, ${selectSubjectName('a')} as subject_name from audit_log a where a.id = :id`;
  const [entry] = await rows<NamedAuditRow>(db, sql, { id });
  return entry;
}

interface AuditSearch {
  q?: string | undefined;
  subject?: string | undefined;
  subjectId?: string | undefined;
  actorId?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function filterAuditLog(db: Knex, search: AuditSearch): Knex.QueryBuilder {
  const query = db('auditLog');
  if (search.subject) query.where('subject', search.subject);
  if (search.subjectId) query.where('subjectId', search.subjectId);
  if (search.actorId) query.where('actorId', search.actorId);
  if (search.from) query.where('at', '>=', search.from);
  if (search.to) query.where('at', '<', search.to);
  if (search.q) {
    const like = `%${escapeLike(search.q)}%`;
    query.where((either) => {
      for (const column of ['actorName', 'actorEmail', 'action', 'note', 'subjectId'])
        void either.orWhereILike(column, like);
      void either.orWhereRaw('cast(before as text) ilike ?', [like]).orWhereRaw('cast(after as text) ilike ?', [like]);
    });
  }
  return query;
}

export async function searchAuditLog(
  db: Knex,
  search: AuditSearch,
  { limit, offset, after }: Slice,
): Promise<{ rows: NamedAuditRow[]; total: number | null }> {
  const query = filterAuditLog(db, search);
  if (after) void query.whereRaw('(at, id) < (select at, id from audit_log where id = ?)', [after]);
  const rows = (await query
    .select('auditLog.*', db.raw(`${selectSubjectName('audit_log')} as subject_name`))
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit)
    .offset(offset)) as NamedAuditRow[];
  if (after !== undefined) return { rows, total: null };
  const [{ total }] = (await filterAuditLog(db, search).count({ total: '*' })) as [{ total: number }];
  return { rows, total };
}
