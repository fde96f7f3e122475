import { at, day, fill, has, pick, plainTable, time } from './plain-table.ts';

const ROWS = 70;

interface AuditRow {
  id: number;
  at: Date;
  actorId: number | null;
  actorName: string;
  actorEmail: string | null;
  action: string;
  subject: string;
  subjectId: string | null;
  note: string | null;
  before: object | null;
  after: object | null;
}

export const plainAudit = plainTable<AuditRow>({
  name: 'audit',
  async seed(app) {
    await fill(
      app,
      'auditLog',
      Array.from({ length: ROWS }, (_, n) => ({
        at: at(n),
        actorId: n % 4 === 0 ? null : 7,
        actorName: n % 4 === 0 ? 'System' : pick(n, ['Ada 100% Staff', 'Bo Staff']),
        actorEmail: n % 4 === 0 ? null : pick(n, ['Ada@example.com', 'bo@example.com']),
        action: pick(n + 1, ['listing.edited', 'listing.verified', 'article.created', 'user_role']),
        subject: pick(n + 1, ['listing', 'listing', 'article', 'user']),
        subjectId: pick(n + 2, ['12', '13', null]),
        note: pick(n + 3, ['Moved', null]),
        before: n % 5 === 0 ? JSON.stringify({ phone: '555-0101' }) : null,
        after: n % 5 < 2 ? JSON.stringify({ phone: '555-0102' }) : null,
      })),
    );
  },
  sql: 'select * from audit_log',
  sorts: { id: ({ id }) => id, when: (row) => time(row.at), action: ({ action }) => action },
  filters: [
    ['subject', ['listing'], ({ subject }) => subject === 'listing'],
    ['subject', ['article', 'user'], ({ subject }) => subject === 'article' || subject === 'user'],
    ['number', ['#12'], ({ subjectId }) => subjectId === '12'],
    ['who', ['ada@example.com'], ({ actorEmail }) => actorEmail === 'Ada@example.com'],
    ['system', ['1'], ({ actorId }) => actorId === null],
    ['system', ['0'], ({ actorId }) => actorId !== null],
    ['action', ['listing.'], ({ action }) => action.startsWith('listing.')],
    // A pattern character is taken literally.
    ['action', ['user_'], ({ action }) => action === 'user_role'],
    ['changes', ['1'], ({ before, after }) => before !== null || after !== null],
    ['changes', ['0'], ({ before, after }) => before === null && after === null],
    ['when', ['2026-01-02..2026-01-03'], (row) => ['2026-01-02', '2026-01-03'].includes(day(row.at))],
  ],
  searches: [
    ['100% staff', ({ actorName }) => has(actorName, '100% staff')],
    ['555-0102', ({ after }) => after !== null],
    ['moved', ({ note }) => note === 'Moved'],
  ],
});

interface ArticleRow {
  id: number;
  title: string;
  excerpt: string;
  topicId: string;
  author: string;
  tags: string[];
  aiSource: string | null;
  isPublished: boolean;
  scheduledPublishAt: Date | null;
  publishedAt: Date | null;
  queuedAt: Date | null;
  updatedAt: Date;
}
const isDraft = ({ isPublished, scheduledPublishAt }: ArticleRow) => !isPublished && scheduledPublishAt === null;

export const plainArticles = plainTable<ArticleRow>({
  name: 'articles',
  async seed(app) {
    await app.deps.db('articles').delete();
    await fill(
      app,
      'articles',
      Array.from({ length: ROWS }, (_, n) => {
        const isPublished = n % 3 === 0;
        return {
          title: `${pick(n, ['brushing', 'Flossing', 'A 50% guide'])} ${pick(n + 1, [1, 2, 3])}`,
          slug: `plain-${n}`,
          content: 'Words',
          excerpt: pick(n + 4, ['Short words.', 'Gums']),
          topicId: pick(n + 2, ['oral-health', 'teeth-whitening', 'dental-anxiety']),
          category: 'Care',
          author: pick(n + 3, ['Editorial Team', 'Dr. Ada']),
          readTime: 3,
          tags: pick(n + 5, [['Gums', 'Home, care'], ['teeth'], []]),
          aiSource: n % 4 === 0 ? 'Drafted by One' : null,
          isPublished,
          publishedAt: isPublished ? at(n) : null,
          scheduledPublishAt: !isPublished && n % 2 === 0 ? at(n, [20, 21]) : null,
          queuedAt: n % 5 === 1 ? at(n) : null,
          updatedAt: at(n + 9),
        };
      }),
    );
  },
  sql: 'select * from articles',
  sorts: {
    id: ({ id }) => id,
    title: ({ title }) => title.toLowerCase(),
    scheduled: ({ scheduledPublishAt }) => time(scheduledPublishAt),
    published: ({ publishedAt }) => time(publishedAt),
    updated: ({ updatedAt }) => time(updatedAt),
  },
  filters: [
    ['topic', ['oral-health'], ({ topicId }) => topicId === 'oral-health'],
    ['state', ['published'], ({ isPublished }) => isPublished],
    ['state', ['draft', 'scheduled'], ({ isPublished }) => !isPublished],
    ['state', ['draft'], isDraft],
    ['queued', ['1'], ({ queuedAt, isPublished }) => queuedAt !== null && !isPublished],
    ['queued', ['0'], ({ queuedAt, isPublished }) => queuedAt === null || isPublished],
    ['ai', ['1'], ({ aiSource }) => aiSource !== null],
    ['ai', ['0'], ({ aiSource }) => aiSource === null],
    ['author', ['ADA'], ({ author }) => has(author, 'ada')],
    ['tag', ['gums'], ({ tags }) => tags.includes('Gums')],
    ['tag', ['home, care'], ({ tags }) => tags.includes('Home, care')],
    ['scheduled', ['2026-01-20..2026-01-20'], ({ scheduledPublishAt }) => day(scheduledPublishAt) === '2026-01-20'],
    ['published', ['..2026-01-02'], ({ publishedAt }) => publishedAt !== null && day(publishedAt) <= '2026-01-02'],
    ['updated', ['2026-01-03..'], ({ updatedAt }) => day(updatedAt) >= '2026-01-03'],
  ],
  searches: [
    ['50% guide', ({ title }) => has(title, '50% guide')],
    ['gums', ({ excerpt, tags }) => excerpt === 'Gums' || tags.includes('Gums')],
  ],
});
