import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { replaceFile } from './replace-file.ts';

/** A value in a file of the console's folder. A file that is missing or damaged counts as the default. */
export class JsonFile<T> {
  readonly #path: string;
  #value: T;

  constructor(path: string, schema: z.ZodType<T>, byDefault: T) {
    this.#path = path;
    this.#value = byDefault;
    try {
      this.#value = schema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      // The default stays.
    }
  }
  get value(): T {
    return this.#value;
  }
  async set(value: T): Promise<void> {
    this.#value = value;
    await replaceFile(this.#path, JSON.stringify(value, null, 2));
  }
}
