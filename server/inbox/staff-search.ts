import type { Knex } from 'knex';
import { problemTopics } from '#shared/listings/problem-topics.ts';
import { privacyKindNames } from '#shared/accounts/privacy-kinds.ts';
import { rows } from '#server/base/db/knex.ts';
import {
  containsWords,
  FOUND_LIMIT,
  newestOf,
  type FoundRow,
  type StaffQuery,
} from '#server/base/tables/staff-query.ts';
import { caseOf, SqlText } from '#server/base/tables/sql-text.ts';
import { isAboutListings, type ListingQuery } from '#server/listings/staff-search.ts';

export interface FoundInboxItem extends FoundRow {
  status: string;
}

const newest = (db: Knex, sql: SqlText): Promise<FoundInboxItem[]> =>
  rows(db, `${sql.text} order by s.id desc limit ?`, [...sql.bindings, FOUND_LIMIT]);

/** Finds contact messages by number, subject, name, or email. */
export const searchMessagesForStaff = (db: Knex, query: StaffQuery): Promise<FoundInboxItem[]> =>
  newest(
    db,
    new SqlText()
      .add(
        `select s.id, s.subject as label, concat_ws(', ', s.name, s.status) as detail, s.status from contact_messages s where `,
      )
      .append(
        query.id === null
          ? containsWords(['lower(s.subject)', 'lower(s.name)', 'lower(s.email)'], query)
          : new SqlText().add('s.id = ?', query.id),
      ),
  );

/** Finds reported problems by number, by the email or account of who reported them, or by what identifies the listing. */
export function searchProblemsForStaff(db: Knex, query: ListingQuery): Promise<FoundInboxItem[]> {
  const { id, email } = query;
  const topic = caseOf('s.about', problemTopics);
  const sql = new SqlText().add(
    `select s.id, d.name as label, concat_ws(', ', ${topic}, s.status) as detail, s.status
     from listing_problems s join dentists d on d.id = s.dentist_id where `,
  );
  if (id !== null) return newest(db, sql.add('s.id = ?', id));
  const ways = [isAboutListings('listing_problems', query), containsWords(['lower(t.email)'], query)];
  if (email !== null) ways.push(new SqlText().add('t.user_id = (select id from users where email = ?)', email));
  return newest(db, sql.add('s.id in ').append(newestOf('listing_problems', ways)));
}

/** Finds privacy requests by number, name, or email. */
export const searchPrivacyRequestsForStaff = (db: Knex, query: StaffQuery): Promise<FoundInboxItem[]> =>
  newest(
    db,
    new SqlText()
      .add(
        `select s.id, s.name as label, concat_ws(', ', ${caseOf('s.kind', Object.entries(privacyKindNames))}, s.status) as detail, s.status
         from privacy_requests s where `,
      )
      .append(
        query.id === null
          ? containsWords(['lower(s.name)', 'lower(s.email)'], query)
          : new SqlText().add('s.id = ?', query.id),
      ),
  );
