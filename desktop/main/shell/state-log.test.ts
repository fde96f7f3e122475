import { expect, it } from 'vitest';
import { FakeServer } from '../../e2e/harness/main/fake-server.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';
import { callThrough, createTestHost } from '../../e2e/harness/main/test-host.ts';
import { StaffConsole } from '../console.ts';

it('the log follows the server, the session, decisions, and jobs, without the names of people and files', async () => {
  const lines: string[] = [];
  const log = (message: string, details?: object) => void lines.push(`${message} ${JSON.stringify(details)}`);
  const server = new FakeServer();
  const url = await server.open();
  const staffConsole = await StaffConsole.open(createTestHost(makeFolder(), { log }));
  staffConsole.start();
  await staffConsole.chooseServer(url);
  await callThrough(staffConsole, 'POST', '/api/auth/login', { email: server.email, password: 'a long password' });
  await staffConsole.sync();
  const { job } = staffConsole.jobs.start('export', 'patients of Ann Poe.csv');
  staffConsole.jobs.finish(job, 'failed', 'patients of Ann Poe.csv');
  await server.close();
  await callThrough(staffConsole, 'PATCH', '/api/admin/claim-requests/1', { status: 'approved' });
  await staffConsole.stop();
  const text = lines.join('\n');
  for (const part of [
    `the server was chosen {"server":"${url}"}`,
    'logged in {',
    'the claims changed {"asOf":"2026-01-01T00:00:00Z","pending":1,"onDisk":true}',
    `a job is running {"id":"${job.id}","kind":"export"`,
    `a job is failed {"id":"${job.id}"`,
    'the unsent decisions changed {"waiting":1,"held":0,"locked":0,"conflicts":0}',
    'the console is offline {',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Ann Poe|password|a-token|staff@/);
});
