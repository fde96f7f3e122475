import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConsoleError } from '../../bridge/calls.ts';
import type { ConsoleState } from '../../bridge/shapes.ts';
import { isPlainFileName } from '../../policy/files.ts';
import { saveStream, type Jobs } from '../files/save-stream.ts';

export interface UpdateMeans {
  /** Where the installers of this build lie (MAIN_VITE_UPDATE_FEED when it was built); empty for none. */
  feed: string;
  version: string;
  /** What is installed here: it decides which list of the feed is read, and which file of it is fetched. */
  form: 'nsis' | 'dmg' | 'appimage' | 'deb';
  arch: string;
  folder: string;
  jobs: Jobs;
  fetch(url: string, signal?: AbortSignal): Promise<Response>;
  /** Hands a file that is what it says over to the system, and ends the console. */
  install(path: string): Promise<void>;
  changed(): void;
  /** Somebody asked, and there is one: it is shown even to who said "later" before. */
  show(): void;
  say(title: string, body: string): void;
  log(message: string, details?: object): void;
}

interface Offered {
  url: string;
  sha512: string;
  size: number;
}
const lists = { nsis: 'latest.yml', dmg: 'latest-mac.yml', appimage: 'latest-linux.yml', deb: 'latest-linux.yml' };
const endings = { nsis: '.exe', dmg: '.dmg', appimage: '.AppImage', deb: '.deb' };

const WRONG = 'What came is not what was announced. Nothing was kept.';

/** Whether one version comes after another; anything that is not a plain version never does. */
export function isNewer(found: string, ours: string): boolean {
  const form = /^(\d+)\.(\d+)\.(\d+)$/;
  const [a, b] = [form.exec(found), form.exec(ours)];
  if (!a || !b) return false;
  for (const part of [1, 2, 3]) if (Number(a[part]) !== Number(b[part])) return Number(a[part]) > Number(b[part]);
  return false;
}

/** The version and the files of a list as the packer writes it; nothing else of it is of interest. */
export function readFeed(text: string): { version: string | null; files: Offered[] } {
  const version = /^version: '?([\d.]+)'?$/m.exec(text)?.[1] ?? null;
  const files = text.split(/^ +- (?=url: )/m).slice(1);
  return {
    version,
    files: files.flatMap((file) => {
      const of = (name: string) => new RegExp(`^ *${name}: '?([^'\\n]+?)'? *$`, 'm').exec(file)?.[1] ?? '';
      const one = { url: of('url'), sha512: of('sha512'), size: Number(of('size')) };
      return isPlainFileName(one.url) && /^[\w+/]{86}==$/.test(one.sha512) && one.size > 0 ? [one] : [];
    }),
  };
}

/**
 * Looks into the feed the packer writes, says when there is something newer, fetches it when a person wants it, and
 * hands it to the system once it is, byte for byte, what the feed says. Signatures are the system's to check.
 */
export class Updates {
  readonly #means: UpdateMeans;
  #found: { version: string; file: Offered | null } | null = null;
  #how: 'offered' | 'fetching' | 'ready' = 'offered';

  constructor(means: UpdateMeans) {
    this.#means = means;
  }

  get newer(): ConsoleState['newer'] {
    if (!this.#found) return null;
    const { version, file } = this.#found;
    // A feed without a file for this system can still be looked at.
    return { version, url: this.#means.feed, how: file ? this.#how : 'elsewhere' };
  }

  async check(asked: boolean): Promise<void> {
    const { feed, version, form, arch, say, log, changed, show } = this.#means;
    if (!feed.startsWith('https://'))
      return void (asked && say('Updates', 'This build has no place to look for updates.'));
    if (this.#how !== 'offered') return void (asked && show());
    try {
      const answer = await this.#means.fetch(
        this.#at(lists[form].replace('linux', arch === 'arm64' ? 'linux-arm64' : 'linux')),
      );
      const found = answer.ok ? readFeed(await answer.text()) : null;
      if (found?.version && isNewer(found.version, version)) {
        const fitting = found.files.filter(({ url }) => url.endsWith(endings[form]));
        const file = fitting.find(({ url }) => url.includes(arch)) ?? fitting[0] ?? null;
        this.#found = { version: found.version, file };
        changed();
        if (asked) show();
      } else if (asked) say('Updates', `Enamel ${version} is up to date.`);
    } catch {
      log('the update feed cannot be reached');
      if (asked) say('Updates', 'The place for updates cannot be reached right now.');
    }
  }

  async fetch(): Promise<void> {
    const { jobs, changed, say } = this.#means;
    const { version, file } = this.#found ?? {};
    if (!version || !file || this.#how !== 'offered') return;
    const { job, signal } = jobs.start('update', `Enamel ${version}`);
    job.total = file.size;
    this.#become('fetching');
    const path = this.#path(file);
    let tooMuch = false;
    try {
      await rm(this.#folder, { recursive: true, force: true });
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const answer = await this.#means.fetch(this.#at(file.url), signal);
      if (!answer.ok || !answer.body) throw new ConsoleError('failed', 'The update is not where it should be.');
      await saveStream(path, answer.body, signal, (bytes) => {
        // Nothing fills the disk by saying more than it is.
        if (bytes > file.size) tooMuch = jobs.cancel(job.id) || tooMuch;
        jobs.moved(job, bytes);
      });
      if ((await sha512Of(path)) !== file.sha512) throw new ConsoleError('failed', WRONG);
      this.#become('ready');
      jobs.end(job, 'done', 'Ready to be installed.');
      say('An update is ready', `Enamel ${version} is installed when you restart.`);
    } catch (error) {
      await rm(path, { force: true });
      this.#become('offered');
      const cancelled = signal.aborted && !tooMuch;
      const message = tooMuch
        ? WRONG
        : error instanceof ConsoleError
          ? error.message
          : 'The update could not be fetched. Please try again.';
      jobs.end(job, cancelled ? 'cancelled' : 'failed', message);
      changed();
      if (!cancelled) throw new ConsoleError('failed', message);
    }
  }

  async restart(): Promise<void> {
    const { jobs, install } = this.#means;
    const file = this.#found?.file;
    if (!file || this.#how !== 'ready') throw new ConsoleError('failed', 'There is no update here yet.');
    if (jobs.running() > 0)
      throw new ConsoleError('busy', 'Something is still running here. Let it end or cancel it, then restart.');
    const path = this.#path(file);
    // It has lain there for a while; what is run is what was checked.
    if ((await sha512Of(path).catch(() => null)) !== file.sha512) {
      await rm(path, { force: true });
      this.#become('offered');
      throw new ConsoleError(
        'failed',
        'The update was changed on this computer and is not used. Please fetch it again.',
      );
    }
    await install(path);
  }

  #become(how: 'offered' | 'fetching' | 'ready'): void {
    this.#how = how;
    this.#means.changed();
  }
  get #folder(): string {
    return join(this.#means.folder, 'updates');
  }
  #path = ({ url }: Offered): string => join(this.#folder, url);
  #at = (name: string): string => `${this.#means.feed.replace(/\/$/, '')}/${encodeURIComponent(name)}`;
}

async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}
