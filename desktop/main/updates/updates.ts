import type { AppUpdater, CancellationToken, ProgressInfo, UpdateInfo } from 'electron-updater';
import { ConsoleError } from '../../bridge/calls.ts';
import type { ConsoleState } from '../../bridge/shapes.ts';
import type { JsonFile } from '../../offline/json-file.ts';
import type { Jobs } from '../jobs.ts';
import { isSignedFeed } from './feed-signature.ts';

export interface UpdateDependencies {
  updater: AppUpdater;
  createCancellation(): CancellationToken;
  version: string;
  /** The key that signs the feed; null if it is not signed. */
  publicKey: string | null;
  newestFeed: JsonFile<string>;
  jobs: Jobs;
  /** Resolves with false if the person stays. Decisions are sent and jobs have ended when it resolves with true. */
  askToQuit(): Promise<boolean>;
  onChange(): void;
  /** Opens the update dialog, even if the person closed it before. */
  showDialog(): void;
  notify(title: string, body: string): void;
  log(message: string, details?: object): void;
}

/**
 * Finds, downloads, and installs newer versions with electron-updater, which compares checksums everywhere and checks the
 * publisher on Windows and the code signature on macOS. A packed key also checks the feed, because Linux has neither. The
 * person agrees to each download and installation.
 */
export class Updates {
  readonly #dependencies: UpdateDependencies;
  #available: { version: string; notes: string | null } | null = null;
  #stage: 'offered' | 'fetching' | 'ready' = 'offered';

  constructor(dependencies: UpdateDependencies) {
    this.#dependencies = dependencies;
    const { updater, log } = dependencies;
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.logger = {
      info: () => {},
      warn: (message) => log('updates', { message: String(message) }),
      error: (message) => log('updates', { message: String(message) }),
    };
    // Without a listener an error of the updater would end the console. Each call below reports its own.
    updater.on('error', () => {});
  }

  get newer(): ConsoleState['newer'] {
    return this.#available && { ...this.#available, how: this.#stage };
  }

  /** Asks the update server. Reports the result only if a person asked for the check. */
  async check(isManual: boolean): Promise<void> {
    const { updater, version, notify, log, onChange, showDialog } = this.#dependencies;
    if (this.#stage !== 'offered') return void (isManual && showDialog());
    try {
      const result = await updater.checkForUpdates();
      if (result === null) return void (isManual && notify('Updates', 'This build has no update server.'));
      const fault = await this.#findFault(result.updateInfo);
      if (result.isUpdateAvailable && fault !== null) {
        log('the update was rejected', { version: result.updateInfo.version, fault });
        if (isManual) notify('Updates', fault);
      } else if (result.isUpdateAvailable) {
        this.#available = { version: result.updateInfo.version, notes: readReleaseNotes(result.updateInfo) };
        onChange();
        if (isManual) showDialog();
      } else if (isManual) notify('Updates', `Version ${version} is up to date.`);
    } catch (error) {
      log('the update server is unreachable', { error: String(error) });
      if (isManual) notify('Updates', 'The update server can’t be reached right now.');
    }
  }

  /** Why the packed key rejects a feed; null if there is no key, or no fault. */
  async #findFault(feed: UpdateInfo): Promise<string | null> {
    const { publicKey, newestFeed } = this.#dependencies;
    if (publicKey === null) return null;
    if (!isSignedFeed(feed, publicKey)) return 'The update server offers a version that isn’t signed for this console.';
    if (feed.releaseDate < newestFeed.value) return 'The update server offers an older version than before.';
    if (feed.releaseDate > newestFeed.value) await newestFeed.set(feed.releaseDate);
    return null;
  }

  /** Downloads the available update. Its checksum and its publisher are verified before it counts as ready. */
  async fetch(): Promise<void> {
    const { updater, createCancellation, jobs, onChange, notify } = this.#dependencies;
    if (!this.#available || this.#stage !== 'offered') return;
    const { version } = this.#available;
    const { job, signal } = jobs.start('update', `Update ${version}`);
    const cancellation = createCancellation();
    signal.addEventListener('abort', () => cancellation.cancel());
    const onProgress = ({ transferred, total }: ProgressInfo) => {
      job.total = total;
      jobs.reportProgress(job, transferred);
    };
    updater.on('download-progress', onProgress);
    this.#setStage('fetching');
    try {
      await updater.downloadUpdate(cancellation);
      this.#setStage('ready');
      jobs.finish(job, 'done', 'Ready to install.');
      notify('An update is ready', `Restart to install version ${version}.`);
    } catch (error) {
      this.#setStage('offered');
      const message = describeFailure(error);
      jobs.finish(job, signal.aborted ? 'cancelled' : 'failed', message);
      onChange();
      if (!signal.aborted) throw new ConsoleError('failed', message);
    } finally {
      updater.off('download-progress', onProgress);
    }
  }

  /** Quits and installs. If the installer can't start, this version keeps running. */
  async restart(): Promise<void> {
    const { updater, jobs, askToQuit, log } = this.#dependencies;
    if (this.#stage !== 'ready') throw new ConsoleError('failed', 'There is no update to install yet.');
    if (jobs.countRunning() > 0)
      throw new ConsoleError(
        'busy',
        'Something is still running here. Wait for it to finish or cancel it, then restart.',
      );
    if (!(await askToQuit())) return;
    let failure: Error | null = null;
    const onError = (error: Error) => void (failure = error);
    updater.on('error', onError);
    try {
      updater.quitAndInstall(true, true);
    } catch (error) {
      failure = error as Error;
    } finally {
      updater.off('error', onError);
    }
    if (failure === null) return;
    log('the update could not be installed', { error: String(failure) });
    this.#setStage('offered');
    throw new ConsoleError('failed', 'The update could not be installed. Nothing was changed. Please try again.');
  }

  #setStage(stage: 'offered' | 'fetching' | 'ready'): void {
    this.#stage = stage;
    this.#dependencies.onChange();
  }
}

function describeFailure(error: unknown): string {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (/CHECKSUM|SIGNATURE/.test(code) || /checksum mismatch|not signed/i.test(message))
    return 'The download failed verification and was deleted.';
  if (code === 'ENOSPC') return 'There is not enough space on this disk for the update.';
  return 'The update could not be downloaded. Please try again.';
}

const MAX_NOTES_CHARS = 2_000;

/** The release notes as plain text, because the update server's HTML must not reach the page. */
export function readReleaseNotes({ releaseNotes }: Pick<UpdateInfo, 'releaseNotes'>): string | null {
  const notes = Array.isArray(releaseNotes)
    ? releaseNotes.map(({ version, note }) => `${version}\n${note ?? ''}`).join('\n\n')
    : (releaseNotes ?? '');
  const text = notes
    .replace(/<(br|\/p|\/li|\/h\d|\/div)[^>]*>/gi, '\n')
    .replace(/<li[^>]*>/gi, '• ')
    .replace(/<[^>]*>/g, '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? null : text.slice(0, MAX_NOTES_CHARS);
}
