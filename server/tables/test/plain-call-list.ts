import { at, fill, has, pick, plainTable, time } from './plain-table.ts';

const ROWS = 80;
const DAY = 86_400_000;

interface CallRow {
  id: number;
  place: number;
  views: number;
  reached: number;
  notReached: number;
  name: string;
  phone: string;
  city: string;
  state: string;
  userId: number | null;
  confirmedAt: Date | null;
  latestReport: Date | null;
}

export const plainCallList = plainTable<CallRow>({
  name: 'callList',
  async seed(app, { userId, now }) {
    const ago = (days: number) => new Date(now.getTime() - days * DAY);
    const ids = await fill(
      app,
      'dentists',
      Array.from({ length: ROWS }, (_, n) => ({
        name: pick(n, ['Dr. Call 100%', 'Dr. Ring']),
        phone: `(512) 555-01${String(n % 100).padStart(2, '0')}`,
        city: pick(n + 1, ['Reno', 'Ames']),
        state: pick(n + 1, ['NV', 'IA']),
        userId: n % 3 === 0 ? userId : null,
        confirmedAt: pick(n + 2, [null, ago(200), ago(30)]),
      })),
    );
    await fill(
      app,
      'listingProblems',
      ids.flatMap((dentistId, n) =>
        n % 4 === 1
          ? [
              {
                dentistId,
                about: pick(n, ['phone', 'hours']),
                message: 'Wrong',
                createdAt: pick(n + 5, [ago(10), ago(90)]),
              },
            ]
          : n % 4 === 2
            ? [{ dentistId, about: 'hours', message: 'Wrong', createdAt: at(n), status: 'resolved', closedAt: now }]
            : [],
      ),
    );
    await app.deps.db('callList').insert(
      ids.map((dentistId, n) => ({
        place: ROWS - n,
        dentistId,
        views: pick(n, [0, 7, 7, 90]),
        reached: pick(n + 1, [0, 1, 3]),
        notReached: pick(n + 2, [0, 2]),
      })),
    );
  },
  sql: `select d.id, l.place, l.views, l.reached, l.not_reached, d.name, d.phone, d.city, d.state, d.user_id, d.confirmed_at,
      (select max(created_at) from listing_problems p where p.dentist_id = d.id and p.status = 'open') as latest_report
    from call_list l join dentists d on d.id = l.dentist_id`,
  shown: ({ confirmedAt, latestReport }, { now }) =>
    confirmedAt === null ||
    now.getTime() - confirmedAt.getTime() > 90 * DAY ||
    (time(latestReport) ?? 0) > confirmedAt.getTime(),
  sorts: { place: ({ place }) => place, views: ({ views }) => views },
  filters: [
    ['reason', ['reports'], ({ latestReport }) => latestReport !== null],
    ['reason', ['calls'], ({ reached, notReached }) => notReached > reached],
    ['reason', ['reports', 'calls'], (row) => row.latestReport !== null || row.notReached > row.reached],
    ['state', ['NV'], ({ state }) => state === 'NV'],
    ['owned', ['1'], ({ userId }) => userId !== null],
    ['owned', ['0'], ({ userId }) => userId === null],
    ['confirmedBefore', ['1'], ({ confirmedAt }) => confirmedAt !== null],
    ['confirmedBefore', ['0'], ({ confirmedAt }) => confirmedAt === null],
  ],
  searches: [
    ['call 100%', ({ name }) => has(name, 'call 100%')],
    ['555-0107', ({ phone }) => phone.endsWith('0107')],
    ['ames', ({ city }) => city === 'Ames'],
  ],
});
