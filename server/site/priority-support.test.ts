import { afterAll, beforeAll, expect, it } from 'vitest';
import { comparison } from '#shared/billing/plans-comparison.ts';
import { facts, plans } from '#shared/billing/plans.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { paid } from '#server/test/people/owners.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-03-02T15:00:00Z' });
});
afterAll(() => app.stop());

it('a paying owner’s message comes first, with a reply-by time that both sides see', async () => {
  const owner = await app.signIn({ ...paid, email: 'olive@practice.example', emailVerifiedAt: new Date() });
  const lapsed = await app.signIn({ ...paid, subscriptionStatus: 'canceled' });
  const staff = await app.signIn({ role: 'admin' });
  const send = async (subject: string, email: string, token?: string): Promise<number> => {
    const check = (await app.get('/api/human-check')).body;
    const humanCheck = { token: check.token, answer: check.a + check.b };
    const message = { name: 'Olive', email, subject, message: 'Hello.', humanCheck };
    const { status, body } = await app.post('/api/contact', message, token ? { token } : {});
    expect(status).toBe(200);
    app.deps.clock.advance(60_000);
    return body.answerHours as number;
  };
  expect(await send('Visitor', 'visitor@example.com')).toBe(24);
  expect(await send('Ended plan', 'old@example.com', lapsed.token)).toBe(24);
  expect(await send('Owner', 'other@example.com', owner.token)).toBe(8);
  // Without a login, the reply doesn't say whose address pays.
  expect(await send('Owner by address', 'olive@practice.example')).toBe(24);

  const inOrder = ['Owner', 'Owner by address', 'Visitor', 'Ended plan'];
  const { body: items } = await app.get('/api/admin/inbox/message', { token: staff.token });
  expect(items.map(({ title }: { title: string }) => title)).toEqual(inOrder);
  expect(items.map(({ isPriority }: { isPriority: boolean }) => isPriority)).toEqual([true, true, false, false]);
  const hoursOf = ({ receivedAt, dueAt }: { receivedAt: string; dueAt: string }) =>
    (Date.parse(dueAt) - Date.parse(receivedAt)) / 3_600_000;
  expect(items.map(hoursOf)).toEqual([8, 8, 24, 24]);
  const { body: table } = await app.get('/api/admin/tables/messages/rows?columns=title,priority,due', {
    token: staff.token,
  });
  expect(table.rows.map(({ title }: { title: string }) => title)).toEqual(inOrder);
});

it('the plans sell only what is built', () => {
  expect(facts.priorityAnswerHours).toBeLessThan(facts.answerHours);
  const sold = [...plans.flatMap(({ perks }) => perks), ...comparison.flatMap(({ rows }) => rows).flatMap(({ feature, values }) => [feature, ...Object.values(values)])]; // prettier-ignore
  expect(sold.filter((text) => /coming/i.test(String(text)))).toEqual([]);
  const only = comparison.flatMap(({ rows }) => rows).filter(({ values }) => !values.pro_max && values.enterprise);
  expect(only.map(({ feature }) => feature)).toEqual([
    'Groups with roles, and changes of many locations',
    'A page for each brand',
    'One invoice for all locations',
  ]);
});
