const names: Record<string, string> = {
  claim:
    'select coalesce(c.group_name, d.name) from claim_requests c join dentists d on d.id = c.dentist_id where c.id = $id',
  review: 'select d.name from reviews v join dentists d on d.id = v.dentist_id where v.id = $id',
  listing: 'select d.name from dentists d where d.id = $id',
  article: `select coalesce((select title from articles where id = $id), (select article->>'title' from deleted_articles where id = $id))`,
  'article person': 'select p.byline from article_people p where p.id = $id',
  user: `select coalesce(nullif(u.name, ''), u.email) from users u where u.id = $id`,
  service: 'select s.name from services s where s.id = $id',
  'practice type': 'select t.name from practice_types t where t.id = $id',
  practice: 'select p.name from practices p where p.id = $id',
};

/** SQL for the present name of what an entry of this table is about. Null if it was deleted, or has no name. */
export function selectSubjectName(table: string): string {
  const id = `cast(${table}.subject_id as integer)`;
  const cases = Object.entries(names).map(([subject, sql]) => `when '${subject}' then (${sql.replaceAll('$id', id)})`);
  return `case when ${table}.subject_id ~ '^[1-9][0-9]{0,8}$' then case ${table}.subject ${cases.join(' ')} end end`;
}
