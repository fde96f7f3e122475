import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParam, instant, line, sentTime, text } from './values.ts';

/** Planned work becomes ongoing by itself when its time comes, and ends when its time is over. */
export const noticeStates = ['planned', 'ongoing', 'watching', 'resolved'] as const;
export type NoticeState = (typeof noticeStates)[number];

const notice = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(noticeStates),
  startsAt: sentTime,
  /** When planned work ends, or when an incident was over. */
  endsAt: sentTime.nullable(),
  /** The newest first. */
  updates: z.array(z.object({ at: sentTime, state: z.enum(noticeStates), text: z.string() })),
});
export type StatusNotice = z.output<typeof notice>;
/** The notices of the site as they are stored, the newest first. */
export const storedNotices = z.array(notice);

/** While the site is read-only: since when, and until when by plan. */
export const readOnlyPeriod = z.object({ since: sentTime, until: sentTime.nullable() });
export type ReadOnlyPeriod = z.output<typeof readOnlyPeriod>;

const statusParts = ['directory', 'background', 'email', 'payments', 'imports'] as const;
const since = sentTime.nullable();

export const getStatus = endpoint('GET', '/api/status', {
  summary:
    'Whether the site works, is late, is read-only, or is down, and since when. Answers without the database, too',
  reply: z.object({
    state: z.enum(['up', 'delayed', 'incident', 'read_only', 'down']),
    /** Null if the site works, or if it isn’t known. */
    since,
    at: sentTime,
    /** When the read-only time ends, by plan. */
    until: since,
    /** Parts whose state isn’t known are left out. */
    parts: z.array(z.object({ part: z.enum(statusParts), state: z.enum(['up', 'delayed', 'paused', 'down']), since })),
    notices: z.array(notice),
  }),
});
export type StatusReply = z.output<(typeof getStatus)['reply']>;

const noticeText = text(1_000).refine((value) => value.trim() !== '', 'Please say what visitors should know.');
const noticeTimes = { startsAt: instant.optional(), endsAt: instant.nullable().optional() };
export const noticeForm = z.object({
  title: line(100).pipe(z.string().min(1, 'Please enter a title.')),
  text: noticeText,
  state: z.enum(noticeStates),
});

/** These calls work while the site is read-only, because that is when people need the notices. */
const duringReadOnly = true;
const staffStatus = z.object({ notices: z.array(notice), readOnly: readOnlyPeriod.nullable() });

export const readStaffStatus = endpoint('GET', '/api/admin/status', {
  summary: 'The notices of the status page, and whether the site is read-only',
  reply: staffStatus,
});
export const addNotice = endpoint('POST', '/api/admin/status/notices', {
  summary: 'Publish an incident or planned work, which every page then shows. Without startsAt, it starts now',
  body: noticeForm.extend(noticeTimes),
  reply: staffStatus,
  duringReadOnly,
});
export const updateNotice = endpoint('POST', '/api/admin/status/notices/:id/updates', {
  summary: 'Add an update to a notice. Its times stay unless new ones are sent',
  params: idParam,
  body: z.object({ text: noticeText, state: z.enum(noticeStates), ...noticeTimes }),
  reply: staffStatus,
  duringReadOnly,
});
export const deleteNotice = endpoint('DELETE', '/api/admin/status/notices/:id', {
  summary: 'Remove a notice that was published by mistake',
  params: idParam,
  reply: staffStatus,
  duringReadOnly,
});
export const setReadOnly = endpoint('POST', '/api/admin/status/read-only', {
  summary: 'Make the site read-only for maintenance, or writable again',
  body: z.object({ isOn: z.boolean(), until: instant.nullable().default(null) }),
  reply: staffStatus,
  duringReadOnly,
});
