import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { StaffConsole } from '../../../main/console.ts';
import { createHandlers } from '../../../main/handlers.ts';
import type { Host } from '../../../main/host.ts';
import { useFolder } from './test-folder.ts';
import { callThrough, createTestHost } from './test-host.ts';

const [email, password] = ['console@example.com', 'a long enough password'];

/** Opens a console in which an administrator of this server is logged in. */
export async function openConsoleOf(
  { deps: { db }, url }: TestApp,
  folder: string,
  overrides: Partial<Host> = {},
): Promise<StaffConsole> {
  if (!(await db('users').where({ email }).first()))
    await db('users').insert({ email, name: 'Maria Lopez', role: 'admin', password: await hashPassword(password) });
  const staffConsole = await StaffConsole.open(createTestHost(folder, overrides));
  await staffConsole.chooseServer(url);
  await callThrough(staffConsole, 'POST', '/api/auth/login', { email, password });
  return staffConsole;
}

/** A server and a folder for the tests of a file, with a console in which an administrator is logged in. */
export class ConsoleTest {
  readonly folder = useFolder();
  app!: TestApp;
  staffConsole!: StaffConsole;
  readonly #overrides: Partial<Host>;

  constructor(overrides: Partial<Host> = {}, prepare: () => Promise<void> = async () => {}) {
    this.#overrides = overrides;
    beforeAll(async () => {
      this.app = await testApp();
      await prepare();
      await this.open();
      return async () => {
        await this.staffConsole.stop();
        await this.app.stop();
      };
    });
  }
  async open(): Promise<void> {
    this.staffConsole = await openConsoleOf(this.app, this.folder, this.#overrides);
  }
  call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    callThrough<T>(this.staffConsole, method, path, body);
  /** Writes a file, and opens it as a drop on the page does. */
  async drop(name: string, content: string | Buffer): Promise<string> {
    await writeFile(join(this.folder, name), content);
    const [opened] = await createHandlers(this.staffConsole).take([join(this.folder, name)]);
    return opened!.file;
  }
  async waitForRun(id: number): Promise<ImportRun> {
    for (;;) {
      const run = await this.call<ImportRun>('GET', `/api/admin/imports/${id}`);
      if (run.status !== 'running') return run;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
