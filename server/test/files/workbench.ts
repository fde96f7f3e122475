import type { ImportFile } from '#contract/bulk/workbench.ts';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import type { TestApp } from '../app.ts';

const FILES = '/api/admin/import-files';

/** A file in the import workbench, as its page uses it. */
export class WorkbenchFile {
  readonly app: TestApp;
  readonly token: string;
  readonly id: number;
  constructor(app: TestApp, token: string, id: number) {
    this.app = app;
    this.token = token;
    this.id = id;
  }

  static async open(app: TestApp, token: string, content: string | Buffer, name = 'list.csv'): Promise<WorkbenchFile> {
    const { status, body } = await WorkbenchFile.send(app, token, content, name);
    if (status !== 201) throw new Error((body as { message: string }).message);
    const file = new WorkbenchFile(app, token, (body as { id: number }).id);
    await file.whenRead();
    return file;
  }

  static async send(app: TestApp, token: string, content: string | Buffer, name = 'list.csv') {
    const form = new FormData();
    form.set('csvFile', new Blob([new Uint8Array(Buffer.from(content))]), name);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(app.url + FILES, { method: 'POST', body: form, headers });
    return { status: response.status, body: (await response.json()) as { id: number } | { message: string } };
  }

  async whenRead(): Promise<ImportFile> {
    for (;;) {
      const file = await this.state();
      if (file.status !== 'reading') return file;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  async post(path: string, body: object = {}, expected?: number): Promise<any> {
    const answer = await this.app.post(`${FILES}/${this.id}${path}`, body, { token: this.token });
    if (expected === undefined && answer.status >= 300)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (expected !== undefined && answer.status !== expected) throw new Error(`${path}: ${answer.status}`);
    return answer.body;
  }
  async state(): Promise<ImportFile> {
    return (await this.app.get(`${FILES}/${this.id}`, { token: this.token })).body as ImportFile;
  }
  async add(...steps: RecipeStep[]): Promise<ImportFile> {
    const { version } = await this.state();
    return (await this.post('/recipe', { do: 'add', version, steps })) as ImportFile;
  }
  async map(mapping: Record<string, string | null>): Promise<void> {
    const { columns } = await this.state();
    const current = Object.fromEntries(columns.map(({ header, field }) => [header, field]));
    await this.put('/mapping', { mapping: { ...current, ...mapping } });
  }
  async put(path: string, body: object): Promise<void> {
    const { status } = await this.app.call('PUT', `${FILES}/${this.id}${path}`, { body, token: this.token });
    if (status !== 200) throw new Error(`${path}: ${status}`);
    await this.whenRead();
  }
  async cells(view: object = {}): Promise<string[][]> {
    const { rows } = (await this.post('/rows', { from: 0, count: 100, ...view })) as { rows: { cells: string[] }[] };
    return rows.map(({ cells }) => cells);
  }
  async import(options: { dryRun?: boolean } = {}): Promise<ImportRun> {
    const { id } = (await this.post('/import', options)) as { id: number };
    for (;;) {
      const run = (await this.app.get(`/api/admin/imports/${id}`, { token: this.token })).body as ImportRun;
      if (run.status !== 'running') return run;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
