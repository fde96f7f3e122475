import { importCsv, importEvents, startImportRun, type ImportRun } from '#contract/bulk.ts';
import type { Reply } from '#contract/endpoint.ts';
import { urlOf } from '#contract/url.ts';
import { ApiError, signedHeaders } from '#ui/platform/api.ts';
import { telling } from '#ui/platform/upload-progress-fetch.ts';

export interface Choices {
  dryRun?: boolean;
  strict?: boolean;
  replaceHandwritten?: boolean;
  mapping?: Record<string, string | null> | null;
}

interface UploadRequest {
  file: File;
  choices: Choices;
  /** Called with the uploaded share, from 0 to 1. */
  onUpload: (share: number) => void;
  signal: AbortSignal;
}

async function uploadFile(path: string, { file, choices, onUpload, signal }: UploadRequest): Promise<string> {
  const form = new FormData();
  for (const name of ['dryRun', 'strict', 'replaceHandwritten'] as const) if (choices[name]) form.set(name, 'true');
  if (choices.mapping) form.set('mapping', JSON.stringify(choices.mapping));
  form.set('csvFile', file, file.name);
  const response = await telling(onUpload)(path, {
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

/** Imports a file. Resolves when the import has finished. */
export const importAndWait = async (request: UploadRequest): Promise<Reply<typeof importCsv>> =>
  JSON.parse(await uploadFile(importCsv.path, request)) as Reply<typeof importCsv>;

/** Uploads a file. Resolves to the run's id as soon as the import has started. */
export const startRun = async (request: UploadRequest): Promise<number> =>
  (JSON.parse(await uploadFile(startImportRun.path, request)) as { id: number }).id;

/** Follows a run until it ends. Reads the server-sent events with fetch, because EventSource can't send the authorization header. */
export async function followRun(id: number, onChange: (run: ImportRun) => void, signal: AbortSignal): Promise<void> {
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
      if (data) onChange(JSON.parse(data) as ImportRun);
    }
  }
}
