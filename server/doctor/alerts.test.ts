import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { findProgram } from '#server/test/programs/debian-programs.ts';

const METRICS_TOKEN = 'a token for tests of alerts';
const file = fileURLToPath(new URL('../../docs/alerts.yml', import.meta.url));
const promtool = findProgram('promtool', 'prometheus');
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { METRICS_TOKEN } });
});
afterAll(() => app.stop());

const scrape = async () => (await app.get('/metrics', { token: METRICS_TOKEN })).text;

interface Rules {
  groups: { name: string; rules: { alert: string; expr: string; annotations: object }[] }[];
}
const { groups } = load(readFileSync(file, 'utf8')) as Rules;
const alerts = groups.flatMap(({ rules }) => rules);

describe('docs/alerts.yml', () => {
  it('names only metrics that a server reports', async () => {
    await scrape();
    await vi.waitFor(async () => expect(await scrape()).toMatch(/^enamel_checks_timestamp_seconds \d/m), 15_000);
    const text = await scrape();
    const names = [...new Set(alerts.flatMap(({ expr }) => expr.match(/\benamel_\w+/g) ?? []))];
    expect(names.length).toBeGreaterThan(7);
    expect(names.filter((name) => !text.includes(`\n${name}{`) && !text.includes(`\n${name} `))).toEqual([]);
    expect(text).toMatch(/^enamel_check_state\{check="schema"\} 0$/m);
    expect(text).toMatch(/^enamel_check_state\{check="database-settings"\} 2$/m);
    expect(text).not.toMatch(/check="stripe"/);
  });

  it.skipIf(!promtool)('is accepted by promtool, and each alert about checks fires', async () => {
    const run = promisify(execFile);
    expect((await run(promtool!, ['check', 'rules', file])).stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
    const folder = await mkdtemp(join(tmpdir(), 'enamel-alerts-'));
    const series = (name: string, value: string) => ({ series: name, values: value });
    const fires = (alertname: string, time: string, labels: object | null) => ({
      alertname,
      eval_time: time,
      exp_alerts: labels ? [{ exp_labels: labels }] : [],
    });
    const page = { severity: 'page' };
    const tests = {
      rule_files: ['rules.yml'],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [
            series('enamel_check_state{check="certificate"}', '0x10 2x60'),
            series('enamel_check_state{check="schema"}', '0x70'),
            series('enamel_db_up', '1x10 0x60'),
            series('enamel_jobs_oldest_seconds', '0x10 400x60'),
            series('up{job="enamel"}', '1x10 0x60'),
          ],
          alert_rule_test: [
            fires('EnamelCheckFailed', '10m', null),
            fires('EnamelCheckFailed', '35m', { ...page, check: 'certificate' }),
            fires('EnamelDatabaseDown', '14m', page),
            fires('EnamelJobsLate', '12m', null),
            fires('EnamelJobsLate', '20m', page),
            fires('EnamelDown', '20m', { ...page, job: 'enamel' }),
          ],
        },
      ],
    };
    try {
      // Expected alerts would have to repeat the annotations.
      const bare = groups.map((group) => ({ ...group, rules: group.rules.map(({ annotations: _, ...rule }) => rule) }));
      await writeFile(join(folder, 'rules.yml'), JSON.stringify({ groups: bare }));
      await writeFile(join(folder, 'alerts.test.yml'), JSON.stringify(tests));
      await run(promtool!, ['test', 'rules', join(folder, 'alerts.test.yml')]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
