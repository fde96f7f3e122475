import { z } from 'zod';
import { whenSchema } from './report-shapes.ts';

/** Whether the files of a watched folder are only previewed, or also applied if nothing looks wrong. */
export const folderModeSchema = z.enum(['preview', 'apply']);

export const watchedFolderSchema = z.object({
  key: z.string(),
  /** The folder's name. The page never sees its path. */
  folder: z.string(),
  mode: folderModeSchema,
  when: whenSchema.nullable(),
  next: z.string().nullable(),
  /** Files that the server has and that have not ended. */
  waiting: z.int(),
  /** Files that are no lists, and stay as they are. */
  others: z.int(),
  problem: z.string().nullable(),
});
export type WatchedFolderState = z.output<typeof watchedFolderSchema>;
