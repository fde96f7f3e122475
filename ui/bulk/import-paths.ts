import { listImports } from '#contract/bulk/bulk.ts';

/** The paths of everything that shows runs, for `refresh`. */
export const importPaths = [listImports.path, '/api/admin/tables/imports'] as const;
