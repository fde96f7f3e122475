import type { TestApp } from '#server/test/app.ts';
import { at, day, fill, has, pick, plainTable, time, type PlainTable, type Viewer } from './plain-table.ts';

const ROWS = 70;
const HOUR = 3_600_000;

interface InboxRow {
  id: number;
  status: string;
  title: string;
  topic: string;
  text: string;
  name: string | null;
  email: string | null;
  receivedAt: Date;
  dueAt: Date | null;
  closedAt: Date | null;
  assigneeId: number | null;
  snoozedUntil: Date | null;
  readAt: Date | null;
  notes: number;
}

/** Gives items an assignee, a snooze, and notes. */
async function addItems(app: TestApp, column: string, ids: readonly number[], { userId, now }: Viewer): Promise<void> {
  const colleague = await app.signIn({ role: 'reviewer' });
  const soon = (n: number) => new Date(now.getTime() + pick(n, [-HOUR, HOUR, 48 * HOUR]));
  for (const [n, id] of ids.entries()) {
    if (n % 4 === 0) continue;
    const [itemId] = await fill(app, 'inboxItems', [
      {
        [column]: id,
        assigneeId: pick(n, [userId, colleague.userId, null, null]),
        snoozedUntil: n % 5 === 1 ? soon(n) : null,
        readAt: n % 3 === 0 ? now : null,
      },
    ]);
    if (n % 6 === 1) await fill(app, 'inboxNotes', [{ itemId, at: now, authorId: userId, note: 'Called.' }]);
  }
}

const itemColumns = `i.assignee_id, i.snoozed_until, i.read_at,
  (select cast(count(*) as integer) from inbox_notes n where n.item_id = i.id) as notes`;

/** The parts that the inboxes share. `open` is the status of open items. */
function inboxTable(
  open: string,
  isDue: boolean,
  [topic, topicMatches]: [string[], (row: InboxRow) => boolean] | [null, null],
) {
  const isOpen = ({ status }: InboxRow) => status === open;
  const isSnoozed = (row: InboxRow, { now }: Viewer) =>
    isOpen(row) && row.snoozedUntil !== null && row.snoozedUntil > now;
  const shared: Pick<PlainTable<InboxRow>, 'shown' | 'replacing' | 'sorts' | 'filters'> = {
    shown: (row, viewer) => isOpen(row) && !isSnoozed(row, viewer),
    replacing: ['view'],
    sorts: {
      id: ({ id }) => id,
      received: ({ receivedAt }) => time(receivedAt),
      closed: ({ closedAt }) => time(closedAt),
      ...(isDue ? { due: ({ dueAt }: InboxRow) => time(dueAt) } : {}),
    },
    filters: [
      ['view', ['snoozed'], isSnoozed],
      ['view', ['closed'], (row) => !isOpen(row)],
      ['view', ['all'], () => true],
      ['assignee', ['me'], ({ assigneeId }, { userId }) => assigneeId === userId],
      ['assignee', ['none'], ({ assigneeId }) => assigneeId === null],
      ['assignee', ['me', 'others'], ({ assigneeId }) => assigneeId !== null],
      ['unread', ['1'], (row) => isOpen(row) && row.readAt === null],
      ['unread', ['0'], (row) => !isOpen(row) || row.readAt !== null],
      ['notes', ['1'], ({ notes }) => notes > 0],
      ['notes', ['0'], ({ notes }) => notes === 0],
      [
        'received',
        ['2026-01-02..2026-01-03'],
        ({ receivedAt }) => ['2026-01-02', '2026-01-03'].includes(day(receivedAt)),
      ],
      ['closed', ['2026-01-21..'], ({ closedAt }) => closedAt !== null && day(closedAt) >= '2026-01-21'],
      ...(isDue
        ? [
            ['due', ['..2026-02-02'], ({ dueAt }: InboxRow) => dueAt !== null && day(dueAt) <= '2026-02-02'] as [
              string,
              string[],
              (row: InboxRow) => boolean,
            ],
          ]
        : []),
      ...(topic ? [['topic', topic, topicMatches] as [string, string[], (row: InboxRow) => boolean]] : []),
    ],
  };
  return shared;
}

const closing = (n: number, closed: string) =>
  n % 3 === 2 ? { status: closed, closedAt: at(n + 5, [20, 21, 22]) } : {};

const messageParts = inboxTable('open', true, [
  ['billing', 'dentist'],
  ({ topic }) => topic === 'billing' || topic === 'dentist',
]);

export const plainMessages = plainTable<InboxRow & { priority: number }>({
  name: 'messages',
  async seed(app, viewer) {
    const ids = await fill(
      app,
      'contactMessages',
      Array.from({ length: ROWS }, (_, n) => ({
        name: pick(n, ['Ann Poe', 'Bo 100% Roe', 'Cy Doe']),
        email: `p${n}@example.com`,
        subject: pick(n + 1, ['Billing question', 'A phone number']),
        category: pick(n + 2, ['general', 'billing', 'dentist']),
        message: 'Please help.',
        createdAt: at(n),
        priority: n % 4 === 1 ? 1 : 0,
        dueAt: n % 5 === 0 ? null : at(n + 3),
        ...closing(n, 'closed'),
      })),
    );
    await addItems(app, 'message_id', ids, viewer);
  },
  sql: `select m.id, m.status, m.subject as title, m.category as topic, m.message as text, m.name, m.email,
      m.created_at as received_at, m.closed_at, m.priority, m.due_at, ${itemColumns}
    from contact_messages m left join inbox_items i on i.message_id = m.id`,
  ...messageParts,
  sorts: { ...messageParts.sorts, priority: ({ priority }) => priority },
  filters: [
    ...messageParts.filters,
    ['priority', ['1'], ({ priority }) => priority === 1],
    ['priority', ['0'], ({ priority }) => priority === 0],
  ],
  searches: [
    ['100% roe', ({ name }) => has(name, '100% roe')],
    ['PHONE', ({ title }) => has(title, 'phone')],
    ['p7@example.com', ({ email }) => email === 'p7@example.com'],
  ],
});

async function addListings(app: TestApp): Promise<number[]> {
  return fill(app, 'dentists', [
    { name: 'Dr. Inbox One', city: 'Austin', state: 'TX' },
    { name: 'Dr. Inbox Two', city: 'Boston', state: 'MA' },
  ]);
}

export const plainProblems = plainTable<InboxRow>({
  name: 'problems',
  async seed(app, viewer) {
    const listings = await addListings(app);
    const ids = await fill(
      app,
      'listingProblems',
      Array.from({ length: ROWS }, (_, n) => ({
        dentistId: pick(n, listings),
        about: pick(n + 2, ['phone', 'hours', 'closed']),
        message: pick(n + 3, ['It ends in 0182.', 'Moved away.']),
        email: n % 2 === 0 ? `v${n}@example.com` : null,
        createdAt: at(n),
        ...closing(n, pick(n, ['resolved', 'dismissed'])),
      })),
    );
    await addItems(app, 'problem_id', ids, viewer);
  },
  sql: `select p.id, p.status, d.name as title, p.about as topic, p.message as text, p.email, p.created_at as received_at,
      p.closed_at, ${itemColumns}
    from listing_problems p join dentists d on d.id = p.dentist_id left join inbox_items i on i.problem_id = p.id`,
  ...inboxTable('open', false, [['phone'], ({ topic }) => topic === 'phone']),
  searches: [
    ['inbox two', ({ title }) => has(title, 'two')],
    ['0182', ({ text }) => has(text, '0182')],
  ],
});

export const plainPrivacy = plainTable<InboxRow>({
  name: 'privacy',
  async seed(app, viewer) {
    const ids = await fill(
      app,
      'privacyRequests',
      Array.from({ length: ROWS }, (_, n) => ({
        kind: pick(n + 2, ['access', 'deletion', 'other']),
        name: pick(n, ['Ann Poe', 'Bo Roe']),
        email: `r${n}@example.com`,
        message: 'Please.',
        receivedAt: at(n),
        dueAt: new Date(at(n).getTime() + 720 * HOUR),
        ...closing(n, pick(n, ['done', 'refused'])),
      })),
    );
    await addItems(app, 'request_id', ids, viewer);
  },
  sql: `select r.id, r.status, r.name as title, r.kind as topic, r.message as text, r.name, r.email, r.received_at, r.due_at,
      r.closed_at, ${itemColumns}
    from privacy_requests r left join inbox_items i on i.request_id = r.id`,
  ...inboxTable('open', true, [['deletion'], ({ topic }) => topic === 'deletion']),
  searches: [['ann', ({ name }) => has(name, 'ann')]],
});

export const plainNewListings = plainTable<InboxRow>({
  name: 'newListings',
  async seed(app, viewer) {
    const listings = await addListings(app);
    const ids = await fill(
      app,
      'claimRequests',
      Array.from({ length: ROWS }, (_, n) => ({
        kind: n % 7 === 0 ? 'claim' : 'new_listing',
        dentistId: pick(n, listings),
        requestorName: pick(n, ['Olive Owner', 'Pat Partner']),
        requestorEmail: `o${n}@example.com`,
        requestorPhone: '(512) 555-0199',
        relationshipToPractice: 'owner',
        submittedAt: at(n),
        dueAt: n % 8 === 3 ? null : new Date(at(n).getTime() + 720 * HOUR),
        status: n % 3 === 2 ? pick(n, ['approved', 'rejected']) : 'pending',
        reviewedAt: n % 3 === 2 ? at(n + 5, [20, 21]) : null,
      })),
    );
    await addItems(app, 'claim_id', ids, viewer);
  },
  sql: `select q.id, q.status, d.name as title, q.requestor_name as name, q.requestor_email as email, q.submitted_at as received_at,
      q.due_at, q.reviewed_at as closed_at, ${itemColumns}
    from claim_requests q join dentists d on d.id = q.dentist_id left join inbox_items i on i.claim_id = q.id
    where q.kind = 'new_listing'`,
  ...inboxTable('pending', true, [null, null]),
  searches: [['olive', ({ name }) => has(name, 'olive')]],
});

const reviewParts = inboxTable('flagged', true, [null, null]);

export const plainReviews = plainTable<InboxRow & { flags: string[]; appealedAt: Date | null }>({
  name: 'reviews',
  async seed(app, viewer) {
    const listings = await addListings(app);
    const ids = await fill(
      app,
      'reviews',
      Array.from({ length: ROWS }, (_, n) => {
        const status = n % 3 === 2 ? 'published' : n % 7 === 0 ? 'waiting' : 'flagged';
        return {
          dentistId: pick(n, listings),
          status,
          stars: (n % 5) + 1,
          visitMonth: '2025-12-01',
          body: pick(n, ['They explained every step.', 'Call 512 555 0100 and ask for me.']),
          authorName: pick(n, ['Pia P.', 'Patient']),
          language: 'en',
          flags: pick(n, [['phone'], ['link', 'phone'], ['insult']]),
          writtenAt: at(n),
          sentAt: at(n),
          changedAt: at(n),
          publishAt: status === 'waiting' ? at(n + 1) : null,
          dueAt: status === 'waiting' ? null : at(n + 3),
          appealedAt: n % 4 === 1 ? at(n) : null,
          decidedAt: status === 'published' ? at(n + 5, [20, 21]) : null,
        };
      }),
    );
    await addItems(app, 'review_id', ids, viewer);
  },
  sql: `select v.id, v.status, d.name as title, v.body as text, v.author_name as name, v.flags, v.appealed_at, v.sent_at as received_at,
      v.due_at, v.decided_at as closed_at, ${itemColumns}
    from reviews v join dentists d on d.id = v.dentist_id left join inbox_items i on i.review_id = v.id
    where v.status = 'flagged' or v.decided_at is not null`,
  ...reviewParts,
  filters: [
    ...reviewParts.filters,
    ['topic', ['phone'], ({ flags }) => flags.includes('phone')],
    ['appealed', ['1'], ({ appealedAt }) => appealedAt !== null],
    ['appealed', ['0'], ({ appealedAt }) => appealedAt === null],
  ],
  searches: [
    ['inbox two', ({ title }) => has(title, 'two')],
    ['0100', ({ text }) => has(text, '0100')],
  ],
});
