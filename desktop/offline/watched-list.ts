import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { whenSchema } from '../bridge/report-shapes.ts';
import { folderModeSchema } from '../bridge/folder-shapes.ts';
import { replaceFile } from './replace-file.ts';

const fileVersionSchema = z.object({ name: z.string(), bytes: z.number(), modified: z.number() });
export type FileVersion = z.output<typeof fileVersionSchema>;

const watchedSchema = z.object({
  key: z.string(),
  server: z.string(),
  user: z.string(),
  folder: z.string(),
  mode: folderModeSchema,
  /** Null to send files as they arrive. */
  when: whenSchema.nullable(),
  /** The last due date that was read. */
  doneFor: z.string(),
  /** Files on the server that are still in the folder. */
  sent: z.array(fileVersionSchema.extend({ item: z.int() })),
  /** Lists that were in the folder before it was watched, and stay there. */
  left: z.array(fileVersionSchema).default([]),
});
export type Watched = z.output<typeof watchedSchema>;

/** The folders of this computer whose files are imported. */
export class WatchedList {
  readonly #path: string;
  #folders: Watched[];
  constructor(path: string) {
    this.#path = path;
    this.#folders = readFolders(path);
  }
  get folders(): readonly Watched[] {
    return this.#folders;
  }
  add(folder: Watched): Promise<void> {
    return this.#save([...this.#folders, folder]);
  }
  /** Changes a folder, unless it was removed. */
  change(key: string, changes: Partial<Watched>): Promise<void> {
    return this.#save(this.#folders.map((folder) => (folder.key === key ? { ...folder, ...changes } : folder)));
  }
  remove(key: string): Promise<void> {
    return this.#save(this.#folders.filter((folder) => folder.key !== key));
  }
  async #save(folders: Watched[]): Promise<void> {
    this.#folders = folders;
    await replaceFile(this.#path, JSON.stringify(folders, null, 2));
  }
}

function readFolders(path: string): Watched[] {
  try {
    return z.array(watchedSchema).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return [];
  }
}
