import { z } from 'zod';
import { folderModeSchema, whenSchema } from '../bridge/shapes.ts';
import { JsonFile } from './json-file.ts';

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
export const openWatched = (path: string): JsonFile<Watched[]> =>
  new JsonFile<Watched[]>(path, z.array(watchedSchema), []);
