import type { UnknownNames } from '#contract/bulk/workbench.ts';
import type { ReferenceIds } from '../clean/clean-cell.ts';
import type { Block, FileRow } from './queries-files.ts';

/** Holds opened files and what is known about their values. A server has both in its database, a console on its disk. */
export interface FileStore {
  findFile(id: number): Promise<FileRow | null>;
  listBlocks(fileId: number, firstRows: readonly number[]): Promise<Block[]>;
  listBlocksAfter(fileId: number, after: number, limit: number): Promise<Block[]>;
  listReferenceIds(): Promise<ReferenceIds>;
  /** Fields whose values are unknown here, so that their cells aren't checked. */
  readonly uncheckedFields: readonly string[];
  /** The fields that were chosen before for columns with these names. */
  findSavedMapping(shape: string): Promise<Record<string, string | null> | null>;
  /** Finds the towns that these names mean. A name of no town is left out. */
  listTowns(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The names that a field may hold. */
  listNames(field: UnknownNames['field']): Promise<string[]>;
}
