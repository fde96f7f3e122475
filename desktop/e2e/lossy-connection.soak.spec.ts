import { countDecisions } from './harness/decisions.ts';
import { expect, test } from './harness/fixtures.ts';

test(
  'the console sends each of 1,000 decisions once over a lossy connection, though it is killed twice',
  { tag: '@chromium' },
  async ({ consoleApp, gate, staff, claims, db, page }) => {
    test.setTimeout(480_000);
    const ids = await claims(1000);
    const who = await staff();
    await consoleApp.invoke('server', [{ do: 'choose', url: gate.url }]);
    const post = (path: string, method: string, body: object) =>
      fetch(consoleApp.origin + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(
      (await post('/api/auth/login', 'POST', { email: who.email, password: who.password, kind: 'desktop' })).status,
    ).toBe(200);
    gate.losesRequests = 0.05;
    gate.losesAnswers = 0.05;
    const unsure: number[] = [];
    for (const [n, id] of ids.entries()) {
      if (n === 300 || n === 700) {
        // Killed during a request. A person decides again if the console did not acknowledge the decision.
        const cut = post(`/api/admin/claim-requests/${id}`, 'PATCH', { status: 'rejected', reviewNotes: 'No.' }).catch(
          () => null,
        );
        await new Promise((done) => setTimeout(done, 5));
        await consoleApp.kill();
        if (!(await cut)?.ok) unsure.push(id);
        await consoleApp.start();
        continue;
      }
      const answer = await post(`/api/admin/claim-requests/${id}`, 'PATCH', { status: 'rejected', reviewNotes: 'No.' });
      expect([200, 202]).toContain(answer.status);
    }
    for (const id of unsure)
      await post(`/api/admin/claim-requests/${id}`, 'PATCH', { status: 'rejected', reviewNotes: 'No.' });
    await expect.poll(async () => (await countDecisions(db, ids)).decided, { timeout: 120_000 }).toBe(1000);
    expect(await countDecisions(db, ids)).toEqual({ decided: 1000, doubled: 0 });
    expect(gate.lost).toBeGreaterThan(50);
    await page.goto('about:blank');
  },
);
