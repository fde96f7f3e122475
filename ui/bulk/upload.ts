import { importCsv, importEvents, startImportRun, type ImportRun } from '#contract/bulk/bulk.ts';
import { mapImportFile, openImportFile } from '#contract/bulk/workbench.ts';
import { queueUpload } from '#contract/bulk/import-queue.ts';
import type { Reply } from '#contract/endpoint.ts';
import { urlOf } from '#shared/url.ts';
import { api, ApiError, signedHeaders } from '#ui/base/platform/api.ts';
import { telling } from '#ui/base/platform/upload-progress-fetch.ts';

export interface Choices {
  dryRun?: boolean;
  strict?: boolean;
  /** Refuses rows with an unusable cell, instead of leaving the cell blank. */
  refuseBadCells?: boolean;
  replaceHandwritten?: boolean;
  /** Leaves a file with warnings as a dry run. */
  stopsAtWarnings?: boolean;
  mapping?: Record<string, string | null> | null;
}

interface UploadRequest {
  file: File;
  choices: Choices;
  /** Called with the share of the sent bytes, from 0 to 1. */
  sent: (share: number) => void;
  signal: AbortSignal;
}

async function post(path: string, { file, choices, sent, signal }: UploadRequest): Promise<string> {
  const form = new FormData();
  for (const name of ['dryRun', 'strict', 'refuseBadCells', 'replaceHandwritten', 'stopsAtWarnings'] as const)
    if (choices[name]) form.set(name, 'true');
  if (choices.mapping) form.set('mapping', JSON.stringify(choices.mapping));
  form.set('csvFile', file, file.name);
  return postForm(path, form, sent, signal);
}

async function postForm(
  path: string,
  form: FormData,
  sent: UploadRequest['sent'],
  signal: AbortSignal,
): Promise<string> {
  const response = await telling(sent)(path, {
    method: 'POST',
    credentials: 'include',
    headers: { ...signedHeaders(), 'Idempotency-Key': crypto.randomUUID() },
    body: form,
    signal,
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return text;
}

/** Responds after the whole import. */
export const importAndWait = async (sending: UploadRequest): Promise<Reply<typeof importCsv>> =>
  JSON.parse(await post(importCsv.path, sending)) as Reply<typeof importCsv>;

/** Uploads the file and responds when the run starts. */
export const startRun = async (sending: UploadRequest): Promise<number> =>
  (JSON.parse(await post(startImportRun.path, sending)) as { id: number }).id;

/** Uploads the file into the queue. */
export const sendToQueue = async (sending: UploadRequest): Promise<number> =>
  (JSON.parse(await post(queueUpload.path, sending)) as { id: number }).id;

/** Uploads a file without options, and returns the reply. */
export async function postFile(
  path: string,
  file: File,
  sent: UploadRequest['sent'] = () => {},
  signal = new AbortController().signal,
): Promise<string> {
  const form = new FormData();
  form.set('csvFile', file, file.name);
  return postForm(path, form, sent, signal);
}

/** Opens a file in the workbench. Responds before its rows are read. */
export const openInWorkbench = async (file: File, sent: UploadRequest['sent'], signal: AbortSignal): Promise<number> =>
  (JSON.parse(await postFile(openImportFile.path, file, sent, signal)) as { id: number }).id;

/** Gives a file in the workbench the fields that the person chose by hand. The others are found again. */
export async function keepChosenFields(
  id: number,
  columns: readonly { header: string; field: string | null; how: string }[],
): Promise<void> {
  if (columns.every(({ how }) => how !== 'chosen')) return;
  // If two columns have the same header, the first one counts.
  const mapping = Object.fromEntries(columns.toReversed().map(({ header, field }) => [header, field]));
  await api(mapImportFile, { params: { id: String(id) }, body: { mapping } });
}

/** Follows the run until it ends. Reads server-sent events with fetch, because EventSource can't send the access token. */
export async function followRun(id: number, seen: (run: ImportRun) => void, signal: AbortSignal): Promise<void> {
  const response = await fetch(urlOf(importEvents.path, { id }, undefined), {
    credentials: 'include',
    headers: { Accept: 'text/event-stream', ...signedHeaders() },
    signal,
  });
  if (!response.ok || !response.body) throw new ApiError(response.status, await response.text(), response.statusText);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffer += value;
    for (let end = buffer.indexOf('\n\n'); end !== -1; end = buffer.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(buffer.slice(0, end))?.[1];
      buffer = buffer.slice(end + 2);
      if (data) seen(JSON.parse(data) as ImportRun);
    }
  }
}
