import { downloadStatus, type DownloadLinkEndpoint } from '#contract/downloads.ts';
import { api, ApiError } from './api.ts';

/** A browser that hasn't requested the file within this time never does. */
const START_MS = 15_000;
/** How long the server may be unreachable before the download counts as failed. */
const SILENCE_MS = 20_000;
const FIRST_POLL_MS = 250;
const LAST_POLL_MS = 2_000;

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** With the server's reason, if it gave one. */
const createFailure = (message: string | null): Error =>
  message === null
    ? new Error('The download was interrupted.')
    : new ApiError(503, JSON.stringify({ error: 'download_refused', message }), '');

/**
 * Downloads a file through a link that works once, so that the browser saves it to disk while it arrives, without a
 * cookie. Resolves when the server has sent the last byte.
 */
export async function downloadByLink(path: string, openLink: (url: string) => void): Promise<void> {
  const { id, url } = await api({ method: 'POST', path } as DownloadLinkEndpoint, {});
  openLink(url);
  const startedAt = performance.now();
  let answeredAt = startedAt;
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(LAST_POLL_MS, wait * 1.3)) {
    await sleep(wait);
    const status = await api(downloadStatus, { params: { id } }).catch((error: unknown) => {
      const isRefusal = error instanceof ApiError && error.status < 500;
      if (isRefusal || performance.now() - answeredAt > SILENCE_MS) throw error;
      return null;
    });
    if (!status) continue;
    answeredAt = performance.now();
    if (status.state === 'done') return;
    if (status.state === 'failed') throw createFailure(status.message);
    if (status.state === 'waiting' && answeredAt - startedAt > START_MS) throw createFailure(null);
  }
}
