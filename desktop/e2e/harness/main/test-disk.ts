import { Buffer } from 'node:buffer';

/** A disk in memory that can crash at any step, lose what was not synced, and be full. */
interface StoredFile {
  content: Buffer;
  synced: Buffer;
}
const files = new Map<string, StoredFile>();

export const disk = {
  isFull: false,
  isDead: false,
  stepsUntilCrash: Infinity,
  /** Starts a new process on the same disk. After a power failure it has only what was synced. */
  restart(afterPowerFailure: boolean): void {
    disk.isDead = false;
    disk.stepsUntilCrash = Infinity;
    for (const file of files.values())
      if (afterPowerFailure) file.content = file.synced;
      else file.synced = file.content;
  },
  erase(): void {
    files.clear();
    disk.isFull = false;
    disk.restart(false);
  },
  text: (): string => [...files.values()].map(({ content }) => content.toString('latin1')).join('\n'),
};

const fail = (code: string) => Object.assign(new Error(code), { code });
function step(): void {
  if (disk.isDead || disk.stepsUntilCrash-- <= 0) {
    disk.isDead = true;
    throw fail('EKILLED');
  }
}
function find(path: string): StoredFile {
  const file = files.get(path);
  if (!file) throw fail('ENOENT');
  return file;
}

function append(file: StoredFile, text: string | Uint8Array): void {
  const bytes = Buffer.from(text as string);
  const half = bytes.subarray(0, bytes.length / 2);
  try {
    step();
  } catch (error) {
    // A process can die in the middle of a write.
    if (disk.stepsUntilCrash === -1) file.content = Buffer.concat([file.content, half]);
    throw error;
  }
  file.content = Buffer.concat([file.content, disk.isFull ? half : bytes]);
  if (disk.isFull) throw fail('ENOSPC');
}

const handleOf = (file: StoredFile) => {
  const write = async (text: string | Uint8Array) => append(file, text);
  const sync = async () => {
    step();
    file.synced = file.content;
  };
  return { appendFile: write, writeFile: write, sync, datasync: sync, close: async () => {} };
};

export const mkdir = async (): Promise<void> => step();
export async function open(path: string, flags: string): Promise<ReturnType<typeof handleOf>> {
  step();
  const file = files.get(path) ?? { content: Buffer.alloc(0), synced: Buffer.alloc(0) };
  if (flags === 'wx' && files.has(path)) throw fail('EEXIST');
  files.set(path, file);
  return handleOf(file);
}
export async function readFile(path: string, encoding?: BufferEncoding): Promise<Buffer | string> {
  step();
  const { content } = find(path);
  return encoding ? content.toString(encoding) : content;
}
export async function rename(from: string, to: string): Promise<void> {
  step();
  files.set(to, find(from));
  files.delete(from);
}
export async function rm(path: string): Promise<void> {
  step();
  for (const name of files.keys()) if (name === path || name.startsWith(`${path}/`)) files.delete(name);
}
export async function readdir(path: string): Promise<string[]> {
  step();
  const names = [...files.keys()].filter((name) => name.startsWith(`${path}/`));
  return [...new Set(names.map((name) => name.slice(path.length + 1).split('/')[0]!))];
}
export function readFileSync(path: string, encoding: BufferEncoding): string {
  step();
  return find(path).content.toString(encoding);
}
export function renameSync(from: string, to: string): void {
  step();
  files.set(to, find(from));
  files.delete(from);
}
