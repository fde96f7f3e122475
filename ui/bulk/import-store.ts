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
} from '#contract/bulk.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, sentenceOf } from '#ui/platform/api.ts';
import { refresh } from '#ui/platform/query.ts';
import { readCsvHead, type CsvHead } from './csv-head.ts';
import { followRun, importAndWait, startRun, type Choices } from './upload.ts';

export interface Chosen {
  file: File;
  head: CsvHead;
  columns: ImportColumn[];
  source: string | null;
}
interface ImportState {
  /** The chosen file, before it's uploaded. */
  chosen: Chosen | null;
  busy: 'importing' | 'checking' | null;
  /** From 0 to 100. Stays at or below 95 until the server has finished. */
  percent: number;
  detail: string;
  /** The last import or dry run. */
  run: ImportRun | null;
  failure: string | null;
}

const initialState: ImportState = { chosen: null, busy: null, percent: 0, detail: '', run: null, failure: null };
/** A global store, so that a running import survives leaving its tab. */
export const useImport = create<ImportState>(() => initialState);
const set = (part: Partial<ImportState>) => useImport.setState(part);

let abort: AbortController | null = null;
let resetTimer: ReturnType<typeof setTimeout> | undefined;

const UPLOAD_PERCENT = 30;
const MAX_PERCENT = 95;
const RESET_DELAY_MS = 2000;

function startProgress(busy: 'importing' | 'checking'): AbortSignal {
  clearTimeout(resetTimer);
  abort = new AbortController();
  set({ busy, percent: 0, detail: 'Uploading', run: null, failure: null });
  return abort.signal;
}
function showResult(run: ImportRun | null, client: QueryClient): void {
  set({ percent: 100, detail: 'Done', run });
  resetTimer = setTimeout(() => set({ busy: null, percent: 0, detail: '' }), RESET_DELAY_MS);
  void refresh(client, '/api/dentists', '/api/stats', '/api/geographic', listImports.path);
}
function showFailure(error: unknown): void {
  if (error instanceof DOMException) return set({ busy: null, percent: 0 });
  const failure = sentenceOf(error, 'Import failed');
  set({ busy: null, percent: 0, failure });
  toast({
    title: 'Import Failed',
    description: error instanceof ApiError && error.sentence ? failure : 'Failed to import CSV data',
    variant: 'destructive',
  });
}

const phaseLabels: Record<string, string> = {
  reading: 'Reading',
  matching: 'Comparing',
  writing: 'Writing',
  finishing: 'Finishing',
};
function showProgress(run: ImportRun): void {
  if (run.status !== 'running' || !run.progress) return;
  const percent = Math.min(
    MAX_PERCENT,
    Math.round(UPLOAD_PERCENT + run.progress.share * (MAX_PERCENT - UPLOAD_PERCENT)),
  );
  set({ run, percent: Math.max(useImport.getState().percent, percent), detail: phaseLabels[run.progress.phase] ?? '' });
}
const showUpload = (share: number) =>
  set({
    percent: Math.min(UPLOAD_PERCENT, Math.round(share * UPLOAD_PERCENT)),
    detail: share < 1 ? 'Uploading' : 'Reading',
  });

/** Reads the first rows of a file and gets the suggested column mapping. Only the headers are sent. */
export async function previewFile(file: File): Promise<Chosen | null> {
  if (!/\.csv$/i.test(file.name)) {
    toast({
      title: 'Import Failed',
      description: 'Please choose a file whose name ends in .csv.',
      variant: 'destructive',
    });
    return null;
  }
  try {
    const head = await readCsvHead(file);
    const { columns, source } = await api(suggestMapping, { body: { headers: head.headers } });
    return { file, head, columns, source };
  } catch (error) {
    showFailure(error);
    return null;
  }
}

export const hasNameColumn = (columns: readonly ImportColumn[]): boolean =>
  columns.some(({ field }) => field === 'name' || field === 'id' || field === 'lastName');

/** Imports a file right away if it has a name column, otherwise asks for the mapping. */
export async function importFile(file: File, client: QueryClient): Promise<void> {
  const chosen = await previewFile(file);
  if (!chosen) return;
  if (!hasNameColumn(chosen.columns)) return set({ ...initialState, chosen });
  const signal = startProgress('importing');
  const watcher = new AbortController();
  void watchRun(file.name, watcher.signal);
  try {
    const answer = await importAndWait({ file, choices: {}, onUpload: showUpload, signal });
    watcher.abort();
    if (!answer.success)
      throw new ApiError(422, JSON.stringify({ error: 'import_failed', message: answer.message }), '');
    showResult(await api(getImport, { params: { id: String(answer.runId) } }), client);
    toast({ title: 'Import Complete', description: answer.message, variant: 'good' });
  } catch (error) {
    watcher.abort();
    showFailure(error);
    const runId = error instanceof ApiError ? runIdOf(error) : null;
    if (runId) set({ run: await api(getImport, { params: { id: String(runId) } }).catch(() => null) });
    void refresh(client, listImports.path);
  }
}
const runIdOf = (error: ApiError): number | null => Number(/"runId":(\d+)/.exec(error.message)?.[1]) || null;

/** Polls the progress of the newest run, because importAndWait() responds only at the end. */
async function watchRun(fileName: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await new Promise((done) => setTimeout(done, 500));
    const [run] = await api(listImports, { query: { pageSize: '1' } }, { signal }).catch(() => []);
    if (!signal.aborted && run?.status === 'running' && run.fileName === fileName) showProgress(run);
  }
}

async function waitForRun(id: number, signal: AbortSignal): Promise<ImportRun> {
  let lastRun: ImportRun | null = null;
  await followRun(id, (run) => showProgress((lastRun = run)), signal);
  return lastRun ?? api(getImport, { params: { id: String(id) } });
}

/** Imports the chosen file, or previews it with dryRun. */
export async function sendChosenFile(choices: Choices, client: QueryClient): Promise<void> {
  const { chosen } = useImport.getState();
  if (!chosen) return;
  const signal = startProgress(choices.dryRun ? 'checking' : 'importing');
  try {
    showEnd(
      await waitForRun(await startRun({ file: chosen.file, choices, onUpload: showUpload, signal }), signal),
      client,
    );
  } catch (error) {
    showFailure(error);
  }
}

export async function commitRun(
  run: ImportRun,
  client: QueryClient,
  choices: Pick<Choices, 'strict' | 'replaceHandwritten'> = {},
): Promise<void> {
  const signal = startProgress('importing');
  try {
    await api(commitImport, { params: { id: String(run.id) }, body: choices });
    showEnd(await waitForRun(run.id, signal), client);
  } catch (error) {
    showFailure(error);
  }
}

function showEnd(run: ImportRun, client: QueryClient): void {
  if (run.status === 'failed' || run.status === 'cancelled') {
    set({ busy: null, percent: 0, run });
    void refresh(client, listImports.path);
    if (run.status === 'failed')
      toast({
        title: 'Import Failed',
        description: run.message ?? 'Failed to import CSV data',
        variant: 'destructive',
      });
    return;
  }
  showResult(run, client);
  if (run.status === 'done') {
    set({ chosen: null });
    toast({ title: 'Import Complete', description: run.message ?? '', variant: 'good' });
  }
}

export async function cancelRunning(client: QueryClient): Promise<void> {
  const { run } = useImport.getState();
  if (run?.status === 'running') await api(cancelImport, { params: { id: String(run.id) } }).catch(() => undefined);
  else abort?.abort();
  void refresh(client, listImports.path);
}

export async function discardChosen(client: QueryClient): Promise<void> {
  const { run } = useImport.getState();
  if (run?.status === 'ready') await api(cancelImport, { params: { id: String(run.id) } }).catch(() => undefined);
  set(initialState);
  void refresh(client, listImports.path);
}

export const setChosen = (chosen: Chosen) => set({ ...initialState, chosen });
export const mapColumn = (index: number, field: string | null) => {
  const { chosen } = useImport.getState();
  if (!chosen) return;
  const columns = chosen.columns.map((column, at): ImportColumn =>
    at === index
      ? { ...column, field, how: 'chosen' }
      : field !== null && column.field === field
        ? { ...column, field: null, how: 'none' }
        : column,
  );
  set({ chosen: { ...chosen, columns }, run: null, failure: null });
};

export async function undoRun(id: number, client: QueryClient): Promise<ImportRun> {
  try {
    const run = await api(undoImport, { params: { id: String(id) } });
    toast({
      title: 'Import Undone',
      description: 'Added listings were removed, and changed ones were restored.',
      variant: 'good',
    });
    if (useImport.getState().run?.id === id) set({ run });
    void refresh(client, '/api/dentists', '/api/stats', '/api/geographic', listImports.path);
    return run;
  } catch (error) {
    toast({ title: 'Undo Failed', description: sentenceOf(error), variant: 'destructive' });
    throw error;
  }
}
