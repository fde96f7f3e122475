import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { after, id, idParam, line, pageNumber, pageSize, sentTime } from './values.ts';

const auditEntry = z.object({
  id: z.int(),
  at: sentTime,
  actorId: id.nullable(),
  actorName: z.string(),
  actorEmail: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  subjectId: z.string().nullable(),
  /** The present name of the subject: a listing's, an article's title, the listing of a claim. */
  subjectName: z.string().nullable(),
  note: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const openAuditEntry = endpoint('GET', '/api/admin/audit-log/:id', {
  summary: 'One entry of the audit log',
  params: idParam,
  reply: auditEntry,
});

const day = z.iso.date('Please enter a date as YYYY-MM-DD.');

export const listAudit = endpoint('GET', '/api/admin/audit-log', {
  summary: 'List audit log entries, newest first. X-Total-Count has the total; with `after`, the next 1,000 entries',
  query: z.object({
    q: line(200).optional(),
    subject: line(40).optional(),
    subjectId: line(60).optional(),
    actorId: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'This is not a valid id.')
      .transform(Number)
      .optional(),
    from: day.optional(),
    to: day.optional(),
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
    after: after.optional(),
  }),
  reply: z.array(auditEntry),
});
