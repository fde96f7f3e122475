import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConsoleError } from '../../bridge/calls.ts';
import type { ConsoleState } from '../../bridge/shapes.ts';
import { saveStream } from '../files/save-stream.ts';
import type { Jobs } from '../jobs.ts';
import { feedName, isNewer, pickFile, readFeed, type FeedFile, type InstallerFormat } from './update-feed.ts';

export interface UpdateDependencies {
  /** The URL of the update feed (MAIN_VITE_UPDATE_FEED at build time); empty for none. */
  feed: string;
  version: string;
  format: InstallerFormat;
  arch: string;
  folder: string;
  jobs: Jobs;
  fetch(url: string, signal?: AbortSignal): Promise<Response>;
  /** Installs a verified file and quits the console. */
  install(path: string): Promise<void>;
  onChange(): void;
  /** Opens the update sheet, even if the person closed it before. */
  showSheet(): void;
  notify(title: string, body: string): void;
  log(message: string, details?: object): void;
}

const VERIFICATION_FAILED = 'The download failed verification and was deleted.';

/**
 * Finds, downloads, and installs newer versions. An installer runs only if its SHA-512 matches the feed. The operating
 * system checks its signature.
 */
export class Updates {
  readonly #dependencies: UpdateDependencies;
  #available: { version: string; file: FeedFile | null } | null = null;
  #stage: 'offered' | 'fetching' | 'ready' = 'offered';

  constructor(dependencies: UpdateDependencies) {
    this.#dependencies = dependencies;
  }

  get newer(): ConsoleState['newer'] {
    if (!this.#available) return null;
    const { version, file } = this.#available;
    // Without an installer for this system, the person can only visit the feed's website.
    return { version, url: this.#dependencies.feed, how: file ? this.#stage : 'elsewhere' };
  }

  /** Checks the feed. Reports the result only if a person asked for the check. */
  async check(isManual: boolean): Promise<void> {
    const { feed, version, format, arch, notify, log, onChange, showSheet } = this.#dependencies;
    if (!feed.startsWith('https://')) return void (isManual && notify('Updates', 'This build has no update server.'));
    if (this.#stage !== 'offered') return void (isManual && showSheet());
    try {
      const response = await this.#dependencies.fetch(this.#urlOf(feedName(format, arch)));
      const latest = response.ok ? readFeed(await response.text()) : null;
      if (latest?.version && isNewer(latest.version, version)) {
        this.#available = { version: latest.version, file: pickFile(latest, format, arch) };
        onChange();
        if (isManual) showSheet();
      } else if (isManual) notify('Updates', `Enamel ${version} is up to date.`);
    } catch {
      log('the update feed is unreachable');
      if (isManual) notify('Updates', 'The update server can’t be reached right now.');
    }
  }

  /** Downloads the available update and verifies its checksum. */
  async fetch(): Promise<void> {
    const { jobs, onChange, notify } = this.#dependencies;
    const { version, file } = this.#available ?? {};
    if (!version || !file || this.#stage !== 'offered') return;
    const { job, signal } = jobs.start('update', `Enamel ${version}`);
    job.total = file.size;
    this.#setStage('fetching');
    const path = this.#pathOf(file);
    let isTooLarge = false;
    try {
      await rm(this.#folder, { recursive: true, force: true });
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const response = await this.#dependencies.fetch(this.#urlOf(file.url), signal);
      if (!response.ok || !response.body)
        throw new ConsoleError('failed', 'The update is missing from the update server.');
      await saveStream(path, response.body, signal, (bytes) => {
        // Stops a server that sends more than announced from filling the disk.
        if (bytes > file.size) isTooLarge = jobs.cancel(job.id) || isTooLarge;
        jobs.reportProgress(job, bytes);
      });
      if ((await hashFile(path)) !== file.sha512) throw new ConsoleError('failed', VERIFICATION_FAILED);
      this.#setStage('ready');
      jobs.finish(job, 'done', 'Ready to install.');
      notify('An update is ready', `Restart to install Enamel ${version}.`);
    } catch (error) {
      await rm(path, { force: true });
      this.#setStage('offered');
      const isCanceled = signal.aborted && !isTooLarge;
      const message = isTooLarge
        ? VERIFICATION_FAILED
        : error instanceof ConsoleError
          ? error.message
          : 'The update could not be downloaded. Please try again.';
      jobs.finish(job, isCanceled ? 'cancelled' : 'failed', message);
      onChange();
      if (!isCanceled) throw new ConsoleError('failed', message);
    }
  }

  async restart(): Promise<void> {
    const { jobs, install } = this.#dependencies;
    const file = this.#available?.file;
    if (!file || this.#stage !== 'ready') throw new ConsoleError('failed', 'There is no update to install yet.');
    if (jobs.countRunning() > 0)
      throw new ConsoleError(
        'busy',
        'Something is still running here. Wait for it to finish or cancel it, then restart.',
      );
    const path = this.#pathOf(file);
    // The file may have been changed since the download, so it is verified again.
    if ((await hashFile(path).catch(() => null)) !== file.sha512) {
      await rm(path, { force: true });
      this.#setStage('offered');
      throw new ConsoleError(
        'failed',
        'The update was changed on this computer and was deleted. Please download it again.',
      );
    }
    await install(path);
  }

  #setStage(stage: 'offered' | 'fetching' | 'ready'): void {
    this.#stage = stage;
    this.#dependencies.onChange();
  }
  get #folder(): string {
    return join(this.#dependencies.folder, 'updates');
  }
  #pathOf({ url }: FeedFile): string {
    return join(this.#folder, url);
  }
  #urlOf(name: string): string {
    return `${this.#dependencies.feed.replace(/\/$/, '')}/${encodeURIComponent(name)}`;
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}
