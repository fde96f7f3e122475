import session from 'express-session';
import type { Knex } from 'knex';
import { hashToken } from './token.ts';

/** express-session stores only the id of the session row. */
declare module 'express-session' {
  interface SessionData {
    passport: { user: string };
  }
}

type Done = (error?: unknown) => void;

/**
 * Stores cookies in `auth_sessions`, next to the bearer token's hash, so that ending the row ends both. Anonymous cookies
 * are never stored.
 */
export class AuthSessionStore extends session.Store {
  readonly #db: Knex;
  constructor(db: Knex) {
    super();
    this.#db = db;
  }

  override get(sid: string, done: (error: unknown, data?: session.SessionData | null) => void): void {
    this.#db('authSessions')
      .where({ cookieHash: hashToken(sid) })
      .first('id', 'expiresAt')
      .then(
        (row: { id: string; expiresAt: Date } | undefined) =>
          done(
            null,
            row ? { cookie: { originalMaxAge: null, expires: row.expiresAt }, passport: { user: row.id } } : null,
          ),
        (error: unknown) => done(error),
      );
  }

  override set(sid: string, data: session.SessionData, done: Done = () => {}): void {
    const id = data.passport?.user;
    if (!id) return done();
    this.#db('authSessions')
      .where({ id })
      .update({ cookieHash: hashToken(sid) })
      .then(() => done(), done);
  }

  /** A new login replaces the browser's earlier session. */
  override destroy(sid: string, done: Done = () => {}): void {
    if (!sid) return done();
    this.#db('authSessions')
      .where({ cookieHash: hashToken(sid) })
      .delete()
      .then(() => done(), done);
  }
}
