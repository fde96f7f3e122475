import { ConsoleError, type Result } from '../../bridge/calls.ts';
import { replaceFile, SHARED } from '../../offline/replace-file.ts';
import { maySave } from '../../policy/files.ts';
import { apiPath, APP_ORIGIN } from '../../policy/urls.ts';
import type { ConsoleContext } from '../console-context.ts';
import { saveStream } from '../files/save-stream.ts';

type Context = Pick<ConsoleContext, 'handles' | 'host' | 'jobs' | 'request'>;

/** Downloads an API response into a file that the person picks. */
export async function saveDownload(context: Context, url: string, name: string): Promise<Result<'save'>> {
  const { handles, host, jobs } = context;
  const apiUrl = readApiPath(url);
  if (apiUrl === null) throw new ConsoleError('bad_address', 'This can’t be saved.');
  const path = await askSavePath(context, name);
  if (path === null) return { job: null, saved: false, name };
  const { job, signal } = jobs.start('export', name);
  try {
    const response = await context.request('GET', apiUrl, { headers: { 'accept-encoding': 'identity' }, signal });
    if (!response.ok || !response.body) {
      const reply = (await response.json().catch(() => ({}))) as { message?: string };
      throw new ConsoleError('failed', reply.message ?? 'The server did not send this file.');
    }
    const length = Number(response.headers.get('content-length'));
    if (length > 0) job.total = length;
    await saveStream(path, response.body, signal, (bytes) => jobs.reportProgress(job, bytes));
    jobs.finish(job, 'done', 'Saved.');
    host.notifyUnlessFocused('Saved', name);
    return { job: handles.add(path), saved: true, name };
  } catch (error) {
    const message = signal.aborted ? 'Canceled. Nothing was saved.' : describeFailure(error);
    jobs.finish(job, signal.aborted ? 'cancelled' : 'failed', message);
    if (signal.aborted) return { job: null, saved: false, name };
    throw new ConsoleError(error instanceof ConsoleError ? error.code : 'failed', message);
  }
}

/** Saves bytes that the page or a report produced. */
export async function saveBytes(context: Context, name: string, bytes: Uint8Array): Promise<Result<'save'>> {
  const path = await askSavePath(context, name);
  if (path === null) return { job: null, saved: false, name };
  try {
    await replaceFile(path, bytes, SHARED);
  } catch {
    throw new ConsoleError('failed', `“${name}” can’t be written there. Nothing was saved.`);
  }
  return { job: context.handles.add(path), saved: true, name };
}

async function askSavePath({ host }: Context, name: string): Promise<string | null> {
  if (!maySave(name)) throw new ConsoleError('bad_name', 'A file can’t have this name.');
  return host.askSave(name);
}

/** Only relative API paths can be saved; null for every other URL. */
function readApiPath(url: string): string | null {
  if (!url.startsWith('/api/') || !URL.canParse(url, APP_ORIGIN)) return null;
  const address = new URL(url, APP_ORIGIN);
  return address.host === 'enamel' ? apiPath(address) : null;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'Nothing was saved.';
  return /nothing was saved/i.test(error.message) ? error.message : `${error.message} Nothing was saved.`;
}
