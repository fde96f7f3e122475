import type { Knex } from 'knex';
import { findOfferedPlans } from '#server/listings/plans/plans.ts';
import { listTowns } from '#server/places/places.ts';
import { findSavedMapping } from '../runs/queries-runs.ts';
import { listReferenceIds } from '../stage/queries-stage.ts';
import type { FileStore } from './file-store.ts';
import { findFile, listBlocks, listBlocksAfter, listNames } from './queries-files.ts';

const stores = new WeakMap<Knex, FileStore>();

/** The files of a database. Always the same object for a database, because recent views are kept for it. */
export function storeOf(db: Knex): FileStore {
  const store = stores.get(db) ?? createStore(db);
  stores.set(db, store);
  return store;
}

const createStore = (db: Knex): FileStore => ({
  findFile: (id) => findFile(db, id),
  listBlocks: (fileId, firstRows) => listBlocks(db, fileId, firstRows),
  listBlocksAfter: (fileId, after, limit) => listBlocksAfter(db, fileId, after, limit),
  listReferenceIds: () => listReferenceIds(db),
  uncheckedFields: [],
  findSavedMapping: (shape) => findSavedMapping(db, shape),
  listTowns: (names) => listTowns(db, names),
  async listNames(field) {
    if (field === 'insurancePlans') return (await findOfferedPlans(db)).map(({ name }) => name);
    return listNames(db, field === 'services' ? 'services' : 'practice_types');
  },
});
