import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const handleFailedJobs = endpoint('POST', '/api/admin/failed-jobs', {
  summary: 'Run the emails or background jobs again that failed for good, or dismiss them',
  body: z.object({
    kind: z.enum(['mails', 'jobs'], 'Choose mails or jobs.'),
    action: z.enum(['retry', 'dismiss'], 'Choose retry or dismiss.'),
  }),
  reply: z.object({ count: z.int() }),
});
