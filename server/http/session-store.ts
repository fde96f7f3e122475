import session from 'express-session';
import type { Knex } from 'knex';
import { hashToken } from './token.ts';

/** What express-session carries: the id of the sign-in, nothing else. */
declare module 'express-session' {
  interface SessionData {
    passport: { user: string };
  }
}

type Done = (error?: unknown) => void;

/**
 * The cookie's store is the table of sign-ins itself: a cookie is one more way to a row that the bearer token leads to,
 * so whatever ends the row ends both. A cookie without a sign-in is never stored.
 */
export class SignInStore extends session.Store {
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

  /** Signing in anew replaces the sign-in this browser had. */
  override destroy(sid: string, done: Done = () => {}): void {
    if (!sid) return done();
    this.#db('authSessions')
      .where({ cookieHash: hashToken(sid) })
      .delete()
      .then(() => done(), done);
  }
}
