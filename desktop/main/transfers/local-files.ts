import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { randomUUID } from 'node:crypto';
import { queueUploaded, queueWorkbenchFile } from '#contract/bulk/import-queue.ts';
import { importUploaded } from '#contract/bulk/upload-chunks.ts';
import * as contract from '#contract/bulk/workbench.ts';
import { isFieldName, headerShape } from '#server/bulk/read/headers.ts';
import { listRowSteps } from '#server/bulk/workbench/move-steps.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import type { BenchRequest, KeptFile, PreparedFile } from '../../offline/local-bench.ts';
import type { Vault } from '../../offline/vault.ts';
import type { ConsoleContext } from '../console-context.ts';
import { errorResponse, type ApiCall } from '../shell/app-protocol.ts';
import { FileThread, ThreadRefusal } from './file-thread.ts';
import { ImportKnowledge } from './import-knowledge.ts';
import { watchImport } from './import-watch.ts';
import { ImportRunningError, runUpload, toConsoleError, uploadAndCall, type ImportOptions } from './upload-file.ts';

const VAULT_NAME = 'workbench';
const MAX_FILES = 20;
/** Files of this computer have negative ids, and those of the server positive ones. */
const CALL = /^\/api\/admin\/import-files\/(-\d+)(?:\/([\w-]+))?$/;

/** The calls that the thread of a file answers. */
const asked = {
  format: contract.readImportFile,
  mapping: contract.mapImportFile,
  recipe: contract.changeRecipe,
  rows: contract.listGridRows,
  values: contract.listColumnValues,
  clusters: contract.listClusters,
  preview: contract.previewStep,
};
const isAsked = (what: string): what is keyof typeof asked => what in asked;

const versionOf = async (path: string): Promise<string> => {
  const stats = await stat(path).catch(() => null);
  return stats ? `${stats.size} ${stats.mtimeMs}` : '';
};

/** Files of this computer in the workbench. Nothing of them is sent before a person imports them. */
export class LocalFiles {
  readonly knowledge: ImportKnowledge;
  readonly #context: ConsoleContext;
  readonly #vault: Vault;
  #kept: KeptFile[] = [];
  #saving: Promise<void> = Promise.resolve();
  readonly #threads = new Map<number, FileThread>();

  constructor(context: ConsoleContext, vault: Vault) {
    this.knowledge = new ImportKnowledge(context, vault);
    this.#context = context;
    this.#vault = vault;
  }
  async open(): Promise<void> {
    await this.knowledge.open();
    this.#kept = ((await this.#vault.read(VAULT_NAME)) as KeptFile[] | null) ?? [];
  }
  async wipe(): Promise<void> {
    this.closeAll();
    this.#kept = [];
    await this.knowledge.wipe();
    await this.#vault.wipe(VAULT_NAME);
  }
  closeAll(): void {
    for (const thread of this.#threads.values()) thread.close();
    this.#threads.clear();
  }

  /** Opens a file, with the changes that were made to it before. Returns its id. */
  async add(path: string): Promise<number> {
    const seen = await versionOf(path);
    if (seen === '') throw new ConsoleError('not_readable', `“${basename(path)}” can’t be read.`);
    // The last copy is good enough to begin with.
    const refreshed = this.refreshKnowledge();
    if (this.knowledge.references === null) await refreshed;
    const known = this.#kept.find((file) => file.path === path);
    if (known) {
      this.#close(known.id);
      return known.id;
    }
    const id = Math.min(0, ...this.#kept.map((file) => file.id)) - 1;
    const createdAt = this.#context.host.clock.now().toISOString();
    const changes = { format: {}, mapping: null, recipe: [], undone: [], version: 1, runId: null };
    await this.#keep({ id, path, seen, createdAt, rows: 0, ...changes });
    return id;
  }

  /** Answers a call about a file of this computer. Null for other calls. */
  async answer(call: ApiCall): Promise<Response | null> {
    const [, id, what = ''] = CALL.exec(call.path) ?? [];
    try {
      if (id !== undefined) return await this.#answerAbout(Number(id), what, call);
      if (call.path === contract.listImportFiles.path && call.method === 'GET') return await this.#list();
      if (call.path !== queueWorkbenchFile.path) return null;
      const { fileId, ...options } = (await call.request.clone().json()) as { fileId: number };
      return fileId < 0 ? await this.#send(this.#find(fileId), options, 'queue') : null;
    } catch (error) {
      if (error instanceof ThreadRefusal) return Response.json(error.body, { status: error.status });
      if (error instanceof ImportRunningError) return errorResponse(409, 'import_running', error.message);
      if (error instanceof ConsoleError)
        return errorResponse(error.code === 'no_such_file' ? 404 : 422, error.code, error.message);
      throw error;
    }
  }

  async #answerAbout(id: number, what: string, call: ApiCall): Promise<Response> {
    const file = this.#find(id);
    if (call.method === 'DELETE') {
      this.#close(id);
      await this.#save(this.#kept.filter((each) => each !== file));
      return Response.json({ ok: true });
    }
    if (call.method === 'GET') return Response.json(await this.#ask(file, { do: 'describe' }, call.signal));
    const body = (await call.request.json().catch(() => ({}))) as unknown;
    if (what === 'unknown-names') return Response.json(await this.#ask(file, { do: what }, call.signal));
    if (what === 'import')
      return this.#send(
        file,
        contract.importWorkbenchFile.body.parse(body) as Omit<ImportOptions, 'mapping'>,
        'import',
      );
    if (what === 'save-recipe') return this.#saveRecipe(file, contract.saveFileRecipe.body.safeParse(body).data?.name);
    const parsed = isAsked(what) ? asked[what].body.safeParse(body) : null;
    if (!parsed?.success)
      return errorResponse(400, 'bad_request', parsed?.error.issues[0]?.message ?? 'This call is not valid.');
    const request = { do: what, body: parsed.data } as BenchRequest;
    if (
      request.do === 'mapping' &&
      !Object.values(request.body.mapping).every((field) => field === null || isFieldName(field))
    )
      return errorResponse(400, 'bad_request', 'There is no such field.');
    if (request.do === 'recipe' && request.body.do === 'apply')
      request.saved = await this.#findRecipe(request.body.name);
    const answer = await this.#ask<contract.ImportFile>(file, request, call.signal);
    if (request.do === 'mapping')
      await this.#context.recentFiles.saveMapping(
        headerShape(answer.columns.map(({ header }) => header)),
        request.body.mapping,
      );
    return Response.json(answer);
  }

  #find(id: number): KeptFile {
    const file = this.#kept.find((each) => each.id === id);
    if (!file) throw new ConsoleError('no_such_file', 'We could not find this file.');
    return file;
  }

  async #ask<T>(file: KeptFile, request: BenchRequest, signal?: AbortSignal): Promise<T> {
    const answer = await (await this.#openThread(file)).ask<T>(request, signal);
    // The thread reports a change before it answers, and a change is answered only once it is on the disk.
    await this.#saving;
    return answer;
  }

  /** Edits of single cells are for the lines of the file as it was, so they don't outlive a change of it. */
  async #openThread(file: KeptFile): Promise<FileThread> {
    const seen = await versionOf(file.path);
    const running = this.#threads.get(file.id);
    if (running) return running;
    const recipe = file.recipe.filter((step) => seen === file.seen || step.do !== 'edit');
    const { host } = this.#context;
    const thread = new FileThread(
      host,
      { kept: { ...file, seen, recipe }, knowledge: this.knowledge.current, scratch: host.folder },
      (kept: KeptFile) => {
        this.#saving = this.#keep(kept);
        this.#saving.catch(() => {});
      },
      () => this.#threads.get(file.id) === thread && this.#threads.delete(file.id),
    );
    this.#threads.set(file.id, thread);
    return thread;
  }
  #close(id: number): void {
    this.#threads.get(id)?.close();
    this.#threads.delete(id);
  }

  #keep(file: KeptFile): Promise<void> {
    const others = this.#kept.filter(({ id }) => id !== file.id);
    for (const { id } of others.slice(MAX_FILES - 1)) this.#close(id);
    return this.#save([file, ...others.slice(0, MAX_FILES - 1)]);
  }
  async #save(files: KeptFile[]): Promise<void> {
    this.#kept = files;
    await this.#vault.write(VAULT_NAME, files);
  }

  /** The files of this computer, then those of the server. */
  async #list(): Promise<Response> {
    const { path } = contract.listImportFiles;
    const others = await this.#context.request('GET', path).then(
      async (response) => (response.ok ? ((await response.json()) as object[]) : []),
      () => [],
    );
    const own = this.#kept.map(({ id, path: filePath, createdAt, rows, seen }) => ({
      id,
      name: basename(filePath),
      bytes: Number.parseInt(seen, 10) || 0,
      createdAt,
      userName: 'On this computer',
      status: 'ready',
      rows,
    }));
    return Response.json([...own, ...others]);
  }

  /** The saved recipes of the server, or their last copy. */
  async #findRecipe(name: string): Promise<contract.SavedRecipe | null> {
    const { answers } = this.#context;
    const { path } = contract.listSavedRecipes;
    const text = await this.#context.request('GET', path).then(
      async (response) => (response.ok ? response.text() : null),
      () => null,
    );
    const recipes = JSON.parse(text ?? answers.get(path)?.text ?? '[]') as contract.SavedRecipe[];
    const saved = recipes.find((recipe) => recipe.name.toLowerCase() === name.toLowerCase());
    // A server of an earlier version doesn't send formats.
    return saved ? { ...saved, format: saved.format ?? null } : null;
  }

  async #saveRecipe(file: KeptFile, name: string | undefined): Promise<Response> {
    if (!name) return errorResponse(400, 'bad_request', 'Enter a name.');
    const { columns } = await this.#ask<contract.ImportFile>(file, { do: 'describe' });
    const { recipe, format } = this.#find(file.id);
    const steps = listRowSteps(recipe).filter((step) => step.do !== 'edit');
    const mapping = Object.fromEntries(columns.map(({ header, field }) => [header, field]));
    const { method, path } = contract.addSavedRecipe;
    return this.#context.request(method, path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, steps, mapping, format }),
    });
  }

  /** Sends the file with its recipe, and starts or queues its import. */
  async #send(file: KeptFile, options: Omit<ImportOptions, 'mapping'>, to: 'import' | 'queue'): Promise<Response> {
    const { path, sha256, bytes, ...changes } = await this.#ask<PreparedFile>(file, { do: 'prepare' });
    const name = basename(file.path);
    const call = to === 'import' ? importUploaded : queueUploaded;
    const id = await runUpload(this.#context, { name }, (listener, setTotal) => {
      setTotal(bytes);
      const upload = { path, sha256, bytes, name, key: randomUUID() };
      return uploadAndCall(this.#context, upload, call, { ...options, ...changes }, listener);
    }).catch((error: unknown) => {
      throw error instanceof ImportRunningError ? error : toConsoleError(error);
    });
    if (to === 'import') await this.#ask(file, { do: 'ran', runId: id });
    if (to === 'import' && !options.dryRun) void watchImport(this.#context, id);
    return Response.json({ id }, { status: 202 });
  }

  /** Gives the open files the names that the server has now. */
  async refreshKnowledge(): Promise<void> {
    await this.knowledge.refresh();
    for (const thread of this.#threads.values())
      await thread.ask({ do: 'knowledge', knowledge: this.knowledge.current }).catch(() => {});
  }
}
