import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import {
  cancelImport,
  commitImport,
  getImport,
  listImports,
  suggestMapping,
  undoImport,
  type ImportColumn,
  type ImportRun,
} from '#contract/bulk/bulk.ts';
import { hasNameColumn } from '#shared/bulk/fields.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { findFileProblem, readCsvHead, shortenCells, type CsvHead } from '../csv-head.ts';
import { chooseField, type TakenField } from '../mapping.ts';
import { isImportRunning, queueChosenFile, queueRun } from './add-to-queue.ts';
import { importPaths } from '../import-paths.ts';
import { followRun, importAndWait, keepChosenFields, openInWorkbench, startRun, type Choices } from '../upload.ts';

export interface Chosen {
  file: File;
  head: CsvHead;
  columns: ImportColumn[];
  source: string | null;
  /** Says where the header is if it is below a title. */
  note: string | null;
  /** Set after a column took the field of another one. */
  taken?: TakenField | null;
}
interface ImportState {
  /** The chosen file, before its upload. */
  chosen: Chosen | null;
  busy: 'importing' | 'checking' | 'opening' | null;
  /** 0 to 100. Stays at 95 at most until the server reports the end. */
  percent: number;
  detail: string;
  /** The last import or dry run. */
  run: ImportRun | null;
  failure: string | null;
}

const nothing: ImportState = { chosen: null, busy: null, percent: 0, detail: '', run: null, failure: null };
/** A store instead of component state, because an import outlives the tab it was started in. */
export const useImport = create<ImportState>(() => nothing);
const set = (part: Partial<ImportState>) => useImport.setState(part);

let stop: AbortController | null = null;
let clear: ReturnType<typeof setTimeout> | undefined;

const UPLOAD = 30;
const CAP = 95;
const RESET_AFTER = 2000;

function begin(busy: 'importing' | 'checking' | 'opening'): AbortSignal {
  clearTimeout(clear);
  stop = new AbortController();
  set({ busy, percent: 0, detail: 'Sending', run: null, failure: null });
  return stop.signal;
}
function end(run: ImportRun | null, client: QueryClient): void {
  set({ percent: 100, detail: 'Done', run });
  clear = setTimeout(() => set({ busy: null, percent: 0, detail: '' }), RESET_AFTER);
  void refresh(client, '/api/dentists', '/api/stats', '/api/geographic', ...importPaths);
}
function failed(error: unknown): void {
  if (error instanceof DOMException) return set({ busy: null, percent: 0 });
  const failure = sentenceOf(error, 'Import failed');
  set({ busy: null, percent: 0, failure });
  toast({
    title: 'Import Failed',
    description: error instanceof ApiError && error.sentence ? failure : 'Failed to import CSV data',
    variant: 'destructive',
  });
}

const phases: Record<string, string> = {
  reading: 'Reading',
  matching: 'Comparing',
  writing: 'Writing',
  finishing: 'Finishing',
};
function show(run: ImportRun): void {
  if (run.status !== 'running' || !run.progress) return;
  const percent = Math.min(CAP, Math.round(UPLOAD + run.progress.share * (CAP - UPLOAD)));
  set({ run, percent: Math.max(useImport.getState().percent, percent), detail: phases[run.progress.phase] ?? '' });
}
const sent = (share: number) =>
  set({ percent: Math.min(UPLOAD, Math.round(share * UPLOAD)), detail: share < 1 ? 'Sending' : 'Reading' });

/** The registry's bundles and deactivation reports, which only the server can open. */
export const isPackedFile = (file: Pick<File, 'name'>): boolean => /\.zip$|\bNPI\b.*\.xlsx$/i.test(file.name);

/** Uploads a file to the workbench, with the fields that the person chose before. Null if that failed. */
export async function sendToWorkbench(file: File, columns: readonly ImportColumn[] = []): Promise<number | null> {
  const problem = await findFileProblem(file);
  if (problem !== null) {
    refuseFile(problem);
    return null;
  }
  const signal = begin('opening');
  try {
    const id = await openInWorkbench(file, sent, signal);
    await keepChosenFields(id, columns);
    set(nothing);
    return id;
  } catch (error) {
    failed(error);
    return null;
  }
}

function refuseFile(problem: string): void {
  set({ failure: problem });
  toast({ title: 'Import Failed', description: problem, variant: 'destructive' });
}

/** Reads the first rows of a file and asks the server which fields its columns hold. Sends only the beginnings of these cells. */
export async function previewFile(file: File): Promise<Chosen | null> {
  if (!/\.csv$/i.test(file.name) && !isPackedFile(file)) {
    toast({
      title: 'Import Failed',
      description: 'Please choose a file whose name ends in .csv.',
      variant: 'destructive',
    });
    return null;
  }
  try {
    if (isPackedFile(file))
      return { file, head: { headers: [], headerLine: 1, rows: [] }, columns: [], source: 'NPI registry', note: null };
    const problem = await findFileProblem(file);
    if (problem !== null) {
      refuseFile(problem);
      return null;
    }
    const head = await readCsvHead(file);
    const { columns, source, note } = await api(suggestMapping, { body: shortenCells(head) });
    return { file, head, columns, source, note };
  } catch (error) {
    failed(error);
    return null;
  }
}

/**
 * Imports a file right away if it has a name column. Otherwise the user maps the columns first. Returns the run if its
 * warnings wait for a person.
 */
export async function importFile(file: File, client: QueryClient): Promise<ImportRun | null> {
  if (!isPackedFile(file)) {
    const chosen = await previewFile(file);
    if (!chosen) return null;
    if (!hasNameColumn(chosen.columns)) {
      set({ ...nothing, chosen });
      return null;
    }
  }
  const choices = { stopsAtWarnings: true };
  const signal = begin('importing');
  const watching = new AbortController();
  void watchRunning(file.name, watching.signal);
  try {
    const answer = await importAndWait({ file, choices, sent, signal });
    watching.abort();
    if (!answer.success)
      throw new ApiError(422, JSON.stringify({ error: 'import_failed', message: answer.message }), '');
    const run = await api(getImport, { params: { id: String(answer.runId) } });
    end(run, client);
    if (run.status === 'ready') return run;
    toast({ title: 'Import Complete', description: answer.message, variant: 'good' });
  } catch (error) {
    watching.abort();
    if (isImportRunning(error)) {
      await queueChosenFile({ file, choices, sent, signal }, client);
      set({ busy: null, percent: 0 });
      return null;
    }
    failed(error);
    const runId = error instanceof ApiError ? runIdOf(error) : null;
    if (runId) set({ run: await api(getImport, { params: { id: String(runId) } }).catch(() => null) });
    void refresh(client, ...importPaths);
  }
  return null;
}
const runIdOf = (error: ApiError): number | null => Number(/"runId":(\d+)/.exec(error.message)?.[1]) || null;

/** Polls the progress of the run while the import request is pending. */
async function watchRunning(fileName: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    await new Promise((done) => setTimeout(done, 500));
    if (signal.aborted) return;
    const [run] = await api(listImports, { query: { pageSize: '1' } }, { signal }).catch(() => []);
    if (!signal.aborted && run?.status === 'running' && run.fileName === fileName) show(run);
  }
}

async function follow(id: number, signal: AbortSignal): Promise<ImportRun> {
  let last: ImportRun | null = null;
  await followRun(id, (run) => show((last = run)), signal);
  return last ?? api(getImport, { params: { id: String(id) } });
}

/** Uploads the chosen file for a dry run or an import. */
export async function sendChosenFile(choices: Choices, client: QueryClient): Promise<void> {
  const { chosen } = useImport.getState();
  if (!chosen) return;
  const signal = begin(choices.dryRun ? 'checking' : 'importing');
  try {
    settle(await follow(await startRun({ file: chosen.file, choices, sent, signal }), signal), client);
  } catch (error) {
    if (!isImportRunning(error)) return failed(error);
    if (await queueChosenFile({ file: chosen.file, choices, sent, signal }, client)) set(nothing);
    else set({ busy: null, percent: 0 });
  }
}

export async function commitRun(
  run: ImportRun,
  client: QueryClient,
  choices: Pick<Choices, 'strict' | 'refuseBadCells' | 'replaceHandwritten'> = {},
): Promise<void> {
  const signal = begin('importing');
  try {
    await api(commitImport, { params: { id: String(run.id) }, body: choices });
    settle(await follow(run.id, signal), client);
  } catch (error) {
    if (!isImportRunning(error)) return failed(error);
    await queueRun(run, choices, client);
    set({ busy: null, percent: 0 });
  }
}

function settle(run: ImportRun, client: QueryClient): void {
  if (run.status === 'failed' || run.status === 'cancelled') {
    set({ busy: null, percent: 0, run });
    void refresh(client, ...importPaths);
    if (run.status === 'failed')
      toast({
        title: 'Import Failed',
        description: run.message ?? 'Failed to import CSV data',
        variant: 'destructive',
      });
    return;
  }
  end(run, client);
  if (run.status === 'done') {
    set({ chosen: null });
    toast({ title: 'Import Complete', description: run.message ?? '', variant: 'good' });
  }
}

export async function cancelRunning(client: QueryClient): Promise<void> {
  const { run } = useImport.getState();
  if (run?.status === 'running') await api(cancelImport, { params: { id: String(run.id) } }).catch(() => undefined);
  else stop?.abort();
  void refresh(client, ...importPaths);
}

export async function discardChosen(client: QueryClient): Promise<void> {
  const { run } = useImport.getState();
  if (run?.status === 'ready') await api(cancelImport, { params: { id: String(run.id) } }).catch(() => undefined);
  set(nothing);
  void refresh(client, ...importPaths);
}

export const setChosen = (chosen: Chosen) => set({ ...nothing, chosen });
export const mapColumn = (index: number, field: string | null) => {
  const { chosen } = useImport.getState();
  if (chosen) set({ chosen: { ...chosen, ...chooseField(chosen.columns, index, field) }, run: null, failure: null });
};
export const giveFieldBack = () => {
  const { chosen } = useImport.getState();
  if (chosen?.taken)
    set({ chosen: { ...chosen, columns: chosen.taken.columns, taken: null }, run: null, failure: null });
};

export async function undoRun(id: number, client: QueryClient): Promise<ImportRun> {
  try {
    const run = await api(undoImport, { params: { id: String(id) } });
    toast({ title: 'Import Undone', description: 'The changes of this import were undone.', variant: 'good' });
    if (useImport.getState().run?.id === id) set({ run });
    void refresh(client, '/api/dentists', '/api/stats', '/api/geographic', ...importPaths);
    return run;
  } catch (error) {
    toast({ title: 'Undo Failed', description: sentenceOf(error), variant: 'destructive' });
    throw error;
  }
}
