import { describe, expect, it } from 'vitest';
import { answerBacklog, answerFinding, answerReading, answerRevenue, describeLength } from './answers.ts';

const revenue = (values: object) =>
  answerRevenue({ mrrCents: 0, mrrCentsBefore: 0, newSubscriptions: 0, lostSubscriptions: 0, ...values } as never, 30);
const reading = (articleViews: number, articleViewsBefore: number) =>
  answerReading({ articleViews, articleViewsBefore } as never, 7);
const NOW = Date.parse('2026-11-22T12:00:00Z');

describe('the answers of the analytics page', () => {
  it('say how many searches led to a contact', () => {
    expect(answerFinding({ funnel: { search: 1_200, profile: 300, contact: 96 } })).toBe(
      'Of 1,200 visits with a search, 300 opened a profile, and 96 (8%) tried to reach a practice.',
    );
    expect(answerFinding({ funnel: { search: 1, profile: 0, contact: 0 } })).toBe(
      'Of 1 visit with a search, 0 opened a profile, and 0 tried to reach a practice.',
    );
    expect(answerFinding({ funnel: { search: 0, profile: 4, contact: 1 } })).toBe('No one searched in this period.');
  });

  it('compare the revenue with the one a period ago', () => {
    expect(revenue({ mrrCents: 22_600, mrrCentsBefore: 18_600, newSubscriptions: 5, lostSubscriptions: 2 })).toBe(
      'Plans bring $226 a month, $40 more than 30 days ago: 5 new and 2 lost.',
    );
    expect(revenue({ mrrCents: 100, mrrCentsBefore: 300 })).toContain('$2 less than 30 days ago');
    expect(revenue({ mrrCents: 100, mrrCentsBefore: 100 })).toContain('as much as 30 days ago');
    expect(revenue({})).toBe('No one pays for a plan yet.');
  });

  it('count the guides that were opened', () => {
    expect(reading(12, 9)).toBe('12 guides were opened, 3 more than in the prior 7 days.');
    expect(reading(1, 1)).toBe('1 guide was opened, as many as in the prior 7 days.');
    expect(reading(0, 0)).toBe('No one opened a guide in this period.');
  });

  it('say how many claims wait, and how long', () => {
    const claims = [
      { age: 'Up to 1 day', n: 3 },
      { age: 'Over 14 days', n: 1 },
    ];
    const queues = { claims, oldestClaimAt: '2026-11-06T12:00:00Z' } as never;
    expect(answerBacklog(queues, NOW)).toBe('4 claims are waiting for a decision. The oldest has waited 16 days.');
    expect(answerBacklog({ claims: [], oldestClaimAt: null } as never, NOW)).toBe(
      'Yes. No claim is waiting for a decision.',
    );
  });

  it('compare the length of visits', () => {
    expect(describeLength(95, 83, 30)).toBe('12 s longer than in the prior 30 days');
    expect(describeLength(80, 83, 1)).toBe('3 s shorter than in the day before');
    expect(describeLength(80, 80.2, 30)).toBe('As long as in the prior 30 days');
    expect(describeLength(80, null, 30)).toBe('No visits in the prior 30 days');
  });
});
