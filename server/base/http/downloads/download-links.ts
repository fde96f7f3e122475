import { finished } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { authenticateSession } from '../callers/authenticate.ts';
import type { Actor, Deps } from '../context.ts';
import { asRefusal, ifPossible, Refusal } from '../errors.ts';
import {
  deleteLinksBefore,
  endDownload,
  REPORT_SECONDS,
  reportDownload,
  startDownload,
} from './queries-download-links.ts';
import { hashToken } from '../callers/token.ts';

const KEEP_MS = 24 * 3_600_000;
const LINK_PARAMETER = /[?&]link=([\w-]{20,100})$/;
/** The recorded reason of a download that broke off. */
const NO_REASON = '';

/** A download that a link started. */
interface LinkedDownload {
  /** Identifies the account, whose session must still be active. */
  authenticate(): Promise<Actor>;
  /** Waits for the last byte and records the end. */
  complete(res: Response): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** Starts the download of the link in this request, if it has one. */
export async function openLink(deps: Deps, req: Request): Promise<LinkedDownload | null> {
  const token = LINK_PARAMETER.exec(req.originalUrl)?.[1];
  if (token === undefined || req.method !== 'GET') return null;
  const { db, clock } = deps;
  const link = await startDownload(db, {
    tokenHash: hashToken(token),
    path: req.originalUrl.replace(LINK_PARAMETER, ''),
    now: clock.now(),
  });
  if (!link)
    throw new Refusal(410, 'link_used', 'This download link has expired or was already used. Please start again.');
  const report = setInterval(() => void reportDownload(db, link.id).catch(() => undefined), REPORT_SECONDS * 1_000);
  const end = async (failure: string | null) => {
    clearInterval(report);
    await ifPossible(endDownload(db, link.id, clock.now(), failure));
  };
  return {
    authenticate: () => authenticateSession(deps, req, link.sessionId),
    async complete(res) {
      try {
        await finished(res);
      } catch {
        return end(NO_REASON);
      }
      await end(null);
    },
    fail: (error) => end(asRefusal(error)?.message ?? NO_REASON),
  };
}

export const deleteOldLinks = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  await deleteLinksBefore(db, new Date(clock.now().getTime() - KEEP_MS));
};
