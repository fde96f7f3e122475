import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sentTime } from './values.ts';

export const checkSystem = endpoint('GET', '/api/admin/doctor', {
  summary: 'Check this installation: what works, what doesn’t, and how to fix it. Takes up to 12 seconds',
  /** The keys of some checks, separated by commas. Without it, all are made. */
  query: z.object({ checks: z.string().max(500).optional() }),
  reply: z.object({
    at: sentTime,
    checks: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        state: z.enum(['ok', 'warning', 'error', 'skipped']),
        seen: z.string(),
        /** Commands and settings, one a line. */
        fix: z.string().nullable(),
      }),
    ),
  }),
});
