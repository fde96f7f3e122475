import { at, day, fill, has, pick, plainTable, time } from './plain-table.ts';

const ROWS = 70;

interface AppointmentRow {
  id: number;
  dentistId: number;
  listing: string;
  ownerId: number | null;
  state: string;
  erasedAt: Date | null;
  createdAt: Date;
  changedAt: Date;
}
/** The listings of the requests. Their numbers are fixed, because a filter names one. */
const FIRST_LISTING = 9_100_001;
let ownerId = 0;

export const plainAppointments = plainTable<AppointmentRow>({
  name: 'appointments',
  async seed(app) {
    const owner = await app.signIn({ email: 'requests@example.com' });
    ownerId = owner.userId;
    await fill(app, 'dentists', [
      { id: FIRST_LISTING, name: 'Dr. Request One', city: 'Reno', state: 'NV' },
      { id: FIRST_LISTING + 1, name: 'Dr. Request Two', city: 'Ames', state: 'IA' },
    ]);
    await fill(
      app,
      'appointmentRequests',
      Array.from({ length: ROWS }, (_, n) => ({
        dentistId: FIRST_LISTING + (n % 2),
        ownerId: n % 3 === 0 ? ownerId : null,
        state: pick(n, ['new', 'called', 'declined', 'closed']),
        erasedAt: n % 5 === 0 ? at(n) : null,
        createdAt: at(n),
        changedAt: at(n + 4, [3, 4, 16]),
      })),
    );
  },
  sql: 'select r.*, d.name as listing from appointment_requests r join dentists d on d.id = r.dentist_id',
  sorts: {
    id: ({ id }) => id,
    received: ({ createdAt }) => time(createdAt),
    changed: ({ changedAt }) => time(changedAt),
  },
  filters: [
    ['state', ['new'], ({ state }) => state === 'new'],
    ['state', ['called', 'closed'], ({ state }) => state === 'called' || state === 'closed'],
    ['listing', [`#${FIRST_LISTING}`], ({ dentistId }) => dentistId === FIRST_LISTING],
    ['owner', ['Requests@example.com'], (row) => row.ownerId === ownerId],
    ['erased', ['1'], ({ erasedAt }) => erasedAt !== null],
    ['erased', ['0'], ({ erasedAt }) => erasedAt === null],
    ['received', ['2026-01-02..2026-01-02'], ({ createdAt }) => day(createdAt) === '2026-01-02'],
    ['changed', ['2026-01-04..'], ({ changedAt }) => day(changedAt) >= '2026-01-04'],
  ],
  searches: [['request two', ({ listing }) => has(listing, 'two')]],
});

interface SubscriptionRow {
  id: string;
  userId: number | null;
  name: string | null;
  email: string | null;
  plan: string;
  interval: string;
  launch: boolean;
  cents: number;
  status: string;
  currentPeriodEnd: Date;
  startedAt: Date;
  cancelAt: Date | null;
}

export const plainSubscriptions = plainTable<SubscriptionRow>({
  name: 'subscriptions',
  async seed(app) {
    const people = [
      (await app.signIn({ name: 'Paula Payer', email: 'paula@example.com' })).userId,
      (await app.signIn({ name: 'Quinn 5% Payer', email: 'quinn@example.com' })).userId,
      null,
    ];
    await app.deps.db('billingCustomers').insert({ id: 'cus_plain', createdAt: at(1) });
    await fill(
      app,
      'subscriptions',
      Array.from({ length: ROWS }, (_, n) => ({
        id: `sub_${String((n * 37) % ROWS).padStart(3, '0')}`,
        customerId: 'cus_plain',
        userId: pick(n, people),
        priceId: 'price_1',
        plan: pick(n + 1, ['professional', 'pro_max']),
        interval: pick(n + 2, ['monthly', 'yearly']),
        launch: n % 3 === 0,
        cents: pick(n + 3, [2_400, 6_000, 60_000]),
        status: pick(n + 4, ['active', 'past_due', 'canceled']),
        currentPeriodStart: at(n),
        currentPeriodEnd: at(n + 6, [20, 21, 28]),
        startedAt: at(n),
        cancelAt: n % 4 === 0 ? at(n + 6, [20, 21, 28]) : null,
      })),
    );
  },
  sql: 'select s.*, u.name, u.email from subscriptions s left join users u on u.id = s.user_id',
  sorts: {
    price: ({ cents }) => cents,
    started: ({ startedAt }) => time(startedAt),
    renews: ({ currentPeriodEnd }) => time(currentPeriodEnd),
    cancels: ({ cancelAt }) => time(cancelAt),
  },
  filters: [
    ['status', ['past_due'], ({ status }) => status === 'past_due'],
    ['status', ['active', 'canceled'], ({ status }) => status !== 'past_due'],
    ['plan', ['pro_max'], ({ plan }) => plan === 'pro_max'],
    ['interval', ['yearly'], ({ interval }) => interval === 'yearly'],
    ['ending', ['1'], ({ cancelAt }) => cancelAt !== null],
    ['ending', ['0'], ({ cancelAt }) => cancelAt === null],
    ['launch', ['1'], ({ launch }) => launch],
    ['launch', ['0'], ({ launch }) => !launch],
    ['started', ['..2026-01-02'], ({ startedAt }) => day(startedAt) <= '2026-01-02'],
    ['renews', ['2026-01-21..'], ({ currentPeriodEnd }) => day(currentPeriodEnd) >= '2026-01-21'],
    ['cancels', ['2026-01-20..2026-01-20'], ({ cancelAt }) => day(cancelAt) === '2026-01-20'],
  ],
  searches: [
    ['5% payer', ({ name }) => has(name, '5% payer')],
    ['paula@', ({ email }) => has(email, 'paula@')],
    ['sub_012', ({ id }) => id === 'sub_012'],
  ],
});

interface ImportRow {
  id: number;
  fileName: string;
  fileBytes: number;
  createdAt: Date;
  userName: string;
  status: string;
  rowsRefused: number | null;
  message: string | null;
}

export const plainImports = plainTable<ImportRow>({
  name: 'imports',
  async seed(app) {
    await fill(
      app,
      'importRuns',
      Array.from({ length: ROWS }, (_, n) => ({
        createdAt: at(n),
        userName: pick(n, ['Ada Staff', 'Bo Staff']),
        fileName: `${pick(n + 1, ['a', 'B', '50%'])}-${pick(n + 2, [1, 2])}.csv`,
        fileBytes: pick(n + 3, [100, 3_000_000_000, 7]),
        status: pick(n + 4, ['done', 'failed', 'undone']),
        rowsRefused: pick(n + 5, [0, 3, null]),
        message: n % 6 === 0 ? 'The file is empty.' : null,
      })),
    );
  },
  sql: 'select * from import_runs',
  sorts: {
    id: ({ id }) => id,
    file: ({ fileName }) => fileName.toLowerCase(),
    bytes: ({ fileBytes }) => Number(fileBytes),
    when: ({ createdAt }) => time(createdAt),
  },
  filters: [
    ['status', ['failed'], ({ status }) => status === 'failed'],
    ['status', ['done', 'undone'], ({ status }) => status !== 'failed'],
    ['who', ['ADA'], ({ userName }) => has(userName, 'ada')],
    ['refused', ['1'], ({ rowsRefused }) => (rowsRefused ?? 0) > 0],
    ['refused', ['0'], ({ rowsRefused }) => (rowsRefused ?? 0) === 0],
    ['when', ['2026-01-15..'], ({ createdAt }) => day(createdAt) >= '2026-01-15'],
  ],
  searches: [
    ['50%', ({ fileName }) => has(fileName, '50%')],
    ['is empty', ({ message }) => message !== null],
  ],
});

interface ClaimRow {
  id: number;
  kind: string;
  status: string;
  listing: string;
  state: string | null;
  requestorName: string;
  requestorEmail: string;
  submittedAt: Date;
  dueAt: Date | null;
  reviewedAt: Date | null;
  reviewedBy: number | null;
  evidenceAskedAt: Date | null;
  evidenceAnsweredAt: Date | null;
  documents: number;
  rivals: number;
  assigneeId: number | null;
}
const isAsked = ({ evidenceAskedAt, evidenceAnsweredAt }: ClaimRow) =>
  evidenceAskedAt !== null && (evidenceAnsweredAt === null || evidenceAnsweredAt < evidenceAskedAt);
let reviewerId = 0;

export const plainClaims = plainTable<ClaimRow>({
  name: 'claims',
  async seed(app, { now, userId }) {
    ({ userId: reviewerId } = await app.signIn({ role: 'reviewer', name: 'Rita 9% Reviewer' }));
    const listings = await fill(app, 'dentists', [
      { name: 'Dr. Claimed One', city: 'Austin', state: 'TX' },
      { name: 'Dr. Claimed Two', city: 'Boston', state: 'MA' },
      ...Array.from({ length: 40 }, (_, n) => ({ name: `Dr. Alone ${n}` })),
    ]);
    const due = (n: number) => new Date(now.getTime() + pick(n, [-48, -1, 1, 48]) * 3_600_000);
    const ids = await fill(
      app,
      'claimRequests',
      Array.from({ length: ROWS }, (_, n) => {
        const status = pick(n + 1, ['pending', 'pending', 'approved', 'rejected', 'withdrawn']);
        const isDecided = status === 'approved' || status === 'rejected';
        return {
          kind: pick(n, ['claim', 'claim', 'new_listing', 'identity_change', 'new_owner']),
          dentistId: n < 20 ? listings[n % 2] : listings[n % listings.length],
          requestorName: pick(n + 2, ['Zoe Owner', 'adam Owner', 'Bea 7% Owner']),
          requestorEmail: `c${n}@example.com`,
          requestorPhone: '(512) 555-0177',
          relationshipToPractice: 'owner',
          submittedAt: at(n),
          dueAt: n % 9 === 4 ? null : due(n),
          status,
          reviewedAt: isDecided ? at(n + 5, [20, 21]) : null,
          reviewedBy: isDecided && n % 2 === 0 ? reviewerId : null,
          evidenceAskedAt: n % 4 === 0 ? at(n, [5]) : null,
          evidenceAnsweredAt: n % 8 === 0 ? at(n, [7]) : null,
        };
      }),
    );
    await fill(
      app,
      'inboxItems',
      ids
        .filter((_id, n) => n % 4 !== 0)
        .map((claimId, n) => ({ claimId, assigneeId: pick(n, [userId, reviewerId, null]) })),
    );
    await fill(
      app,
      'claimAttachments',
      ids
        .filter((_id, n) => n % 6 === 0)
        .map((claimId) => ({
          claimId,
          kind: 'document',
          name: 'a.pdf',
          type: 'application/pdf',
          size: 4,
          bytes: Buffer.from('%PDF'),
          createdAt: now,
        })),
    );
  },
  sql: `select c.*, d.name as listing, d.state, i.assignee_id,
      (select cast(count(*) as integer) from claim_attachments t where t.claim_id = c.id) as documents,
      (select cast(count(*) as integer) from claim_requests o where o.dentist_id = c.dentist_id and o.id <> c.id and o.status = 'pending') as rivals
    from claim_requests c join dentists d on d.id = c.dentist_id left join inbox_items i on i.claim_id = c.id`,
  sorts: {
    id: ({ id }) => id,
    claimant: ({ requestorName }) => requestorName.toLowerCase(),
    submitted: ({ submittedAt }) => time(submittedAt),
    due: ({ dueAt }) => time(dueAt),
    reviewed: ({ reviewedAt }) => time(reviewedAt),
  },
  filters: [
    ['status', ['pending'], ({ status }) => status === 'pending'],
    ['status', ['approved', 'rejected'], ({ status }) => status === 'approved' || status === 'rejected'],
    ['kind', ['new_listing'], ({ kind }) => kind === 'new_listing'],
    ['kind', ['new_owner'], ({ kind }) => kind === 'new_owner'],
    ['assignee', ['me'], ({ assigneeId }, { userId }) => assigneeId === userId],
    ['assignee', ['none'], ({ assigneeId }) => assigneeId === null],
    ['assignee', ['others', 'none'], ({ assigneeId }, { userId }) => assigneeId !== userId],
    ['state', ['TX'], ({ state }) => state === 'TX'],
    ['overdue', ['1'], ({ status, dueAt }, { now }) => status === 'pending' && dueAt !== null && dueAt < now],
    ['overdue', ['0'], ({ status, dueAt }, { now }) => status !== 'pending' || dueAt === null || dueAt >= now],
    ['documents', ['1'], ({ documents }) => documents > 0],
    ['documents', ['0'], ({ documents }) => documents === 0],
    ['rivals', ['1'], ({ rivals }) => rivals > 0],
    ['rivals', ['0'], ({ rivals }) => rivals === 0],
    ['asked', ['1'], isAsked],
    ['asked', ['0'], (row) => !isAsked(row)],
    ['reviewer', ['9% REV'], ({ reviewedBy }) => reviewedBy === reviewerId],
    [
      'submitted',
      ['2026-01-02..2026-01-03'],
      ({ submittedAt }) => ['2026-01-02', '2026-01-03'].includes(day(submittedAt)),
    ],
    ['due', ['..2020-01-01'], () => false],
    ['reviewed', ['2026-01-21..'], ({ reviewedAt }) => reviewedAt !== null && day(reviewedAt) >= '2026-01-21'],
  ],
  searches: [
    ['7% owner', ({ requestorName }) => has(requestorName, '7% owner')],
    ['boston', ({ state }) => state === 'MA'],
    ['c12@', ({ requestorEmail }) => requestorEmail === 'c12@example.com'],
  ],
});
