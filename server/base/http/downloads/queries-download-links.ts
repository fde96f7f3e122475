import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface NewLink {
  id: string;
  tokenHash: Buffer;
  userId: number;
  sessionId: string;
  path: string;
  createdAt: Date;
  expiresAt: Date;
}
export interface LinkRow {
  startedAt: Date | null;
  endedAt: Date | null;
  failure: string | null;
  expiresAt: Date;
  /** True if the server that sends the file has not been seen for a while. */
  isAbandoned: boolean;
}

/** A server that sends a file reports this often. */
export const REPORT_SECONDS = 5;

export const insertLink = (db: Knex, link: NewLink) => db('downloadLinks').insert(link);

/** Starts the download of a link. Only one request succeeds, on any server. */
export async function startDownload(
  db: Knex,
  { tokenHash, path, now }: { tokenHash: Buffer; path: string; now: Date },
): Promise<{ id: string; sessionId: string } | null> {
  const [link] = await rows<{ id: string; sessionId: string }>(
    db,
    `update download_links set started_at = :now, seen_at = clock_timestamp()
     where token_hash = :tokenHash and path = :path and started_at is null and expires_at > :now
     returning id, session_id`,
    { tokenHash, path, now },
  );
  return link ?? null;
}
export const reportDownload = (db: Knex, id: string) =>
  rows(db, 'update download_links set seen_at = clock_timestamp() where id = ?', [id]);
export const endDownload = (db: Knex, id: string, endedAt: Date, failure: string | null) =>
  db('downloadLinks').where({ id }).update({ endedAt, failure });

export async function findLink(db: Knex, id: string, userId: number): Promise<LinkRow | null> {
  const [link] = await rows<LinkRow>(
    db,
    `select started_at, ended_at, failure, expires_at,
       started_at is not null and ended_at is null and seen_at < clock_timestamp() - make_interval(secs => :seconds) as is_abandoned
     from download_links where id = :id and user_id = :userId`,
    { id, userId, seconds: 4 * REPORT_SECONDS },
  );
  return link ?? null;
}

export const deleteLinksBefore = (db: Knex, before: Date) =>
  db('downloadLinks').where('createdAt', '<', before).delete();
