import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { sentTime } from '../values.ts';

/** Null for what the caller may not see. */
const count = z.int().nullable();

export const staffCounts = endpoint('GET', '/api/admin/counts', {
  summary: 'The open items of each inbox, for the badges of the navigation',
  reply: z.object({ listing: count, problem: count, message: count, privacy: count, review: count }),
});
export type StaffCounts = z.output<typeof staffCounts.reply>;

const dueKinds = ['claims', 'transfers', 'disputes', 'privacy', 'listings', 'reviews', 'problems', 'messages'] as const;
const failureKinds = ['mails', 'jobs', 'imports', 'payments', 'backups'] as const;
const changeKinds = ['imports', 'merges', 'transfers', 'sign-ins'] as const;

const figureKinds = ['money', 'sign-ups', 'drafts', 'published', 'health', 'backups', 'visits'] as const;

export const staffHome = endpoint('GET', '/api/admin/home', {
  summary: 'What is due, the figures of the role, what failed, and what changed, as far as the caller may see it',
  reply: z.object({
    /** A release that is newer than the server, for those who run it. Null if there is none, or the notice is off. */
    release: z.object({ version: z.string(), url: z.string(), running: z.string() }).nullable(),
    /** The reasons for which plans can't be sold at their prices, as sentences. Older servers send none. */
    priceProblems: z.array(z.string()).optional(),
    due: z.array(
      z.object({
        kind: z.enum(dueKinds),
        count: z.int(),
        /** Past their deadline. */
        overdue: z.int(),
        /** Assigned to the caller. */
        mine: z.int(),
        /** The earliest deadline, or the oldest item where there is no deadline. */
        nextAt: sentTime.nullable(),
        hasDeadline: z.boolean(),
      }),
    ),
    /** The figures of the caller's role, each with the one that it is compared with. Null is not known. Older servers send none. */
    figures: z
      .array(
        z.object({
          kind: z.enum(figureKinds),
          /** Money is in cents, a backup in bytes. */
          value: z.number().nullable(),
          before: z.number().nullable(),
          at: sentTime.nullable(),
        }),
      )
      .optional(),
    failed: z.array(
      z.object({ kind: z.enum(failureKinds), count: z.int(), latestAt: sentTime, detail: z.string().nullable() }),
    ),
    changed: z.array(
      z.object({
        kind: z.enum(changeKinds),
        at: sentTime,
        by: z.string().nullable(),
        /** The file, the listings, or the device. */
        what: z.string(),
        subjectId: z.int().nullable(),
      }),
    ),
  }),
});
export type StaffHome = z.output<typeof staffHome.reply>;
