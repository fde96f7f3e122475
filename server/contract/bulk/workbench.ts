import { z } from 'zod';
import { importColumn } from './bulk.ts';
import { recipe, recipeStep } from './recipe.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, ok, sentTime, text } from '../values.ts';

/** The operator's choice of how to read a file. A missing part is detected. */
export const fileFormat = z.object({
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  quote: z.enum(['"', "'"]).optional(),
  headerLine: z.int().min(1).max(1000).optional(),
  sheet: text(200).optional(),
});
export type FileFormat = z.output<typeof fileFormat>;

const fieldMapping = z.record(text(500), text(60).nullable());

const workbenchColumn = importColumn.extend({
  /** Cells of the first rows that aren't blank. */
  samples: z.array(z.string()),
  /** The share of the first rows whose cell suits the field; null if all are blank or the column isn't imported. */
  confidence: z.number().nullable(),
});
export type WorkbenchColumn = z.output<typeof workbenchColumn>;

/** A step in the list of changes of a file. `use` marks where a saved recipe was applied. */
const fileStep = z.discriminatedUnion('do', [
  ...recipeStep.options,
  z.object({ do: z.literal('use'), name: z.string() }),
]);
export type FileStep = z.output<typeof fileStep>;

const importFile = z.object({
  id: z.int(),
  name: z.string(),
  bytes: z.number(),
  createdAt: sentTime,
  userName: z.string(),
  status: z.enum(['reading', 'ready', 'failed']),
  message: z.string().nullable(),
  rows: z.int(),
  format: fileFormat,
  found: z.object({
    encoding: z.string().optional(),
    delimiter: z.string().optional(),
    headerLine: z.int().optional(),
    sheet: z.string().optional(),
    sheets: z.array(z.string()).optional(),
    note: z.string().nullable().optional(),
  }),
  source: z.string().nullable(),
  columns: z.array(workbenchColumn),
  recipe: z.array(fileStep),
  undone: z.array(fileStep),
  /** Columns that steps use and the file lacks. */
  missing: z.array(z.string()),
  version: z.int(),
  runId: z.int().nullable(),
});
export type ImportFile = z.output<typeof importFile>;

const listedFile = importFile.pick({ id: true, name: true, bytes: true, createdAt: true, userName: true, status: true, rows: true }); // prettier-ignore
export type ListedFile = z.output<typeof listedFile>;
const openErrors = { not_csv: 422, empty_file: 422, too_large: 413 };

export const listImportFiles = endpoint('GET', '/api/admin/import-files', {
  summary: 'List the files in the import workbench, newest first',
  reply: z.array(listedFile),
});
export const openImportFile = endpoint('POST', '/api/admin/import-files', {
  summary: 'Open a file in the import workbench (multipart, field csvFile). Responds before its rows are read',
  rawBody: 'multipart/form-data',
  reply: z.object({ id: z.int() }),
  errors: openErrors,
});
export const openUploadedFile = endpoint('POST', '/api/admin/import-files/uploaded', {
  summary: 'Open an uploaded file in the import workbench',
  body: z.object({ sha256: z.string().regex(/^[\da-f]{64}$/), fileName: z.string().min(1).max(255) }),
  reply: z.object({ id: z.int() }),
  errors: { ...openErrors, not_here: 409, not_whole: 422 },
});
export const getImportFile = endpoint('GET', '/api/admin/import-files/:id', {
  summary: 'Get a file in the import workbench with its columns and recipe',
  params: idParam,
  reply: importFile,
});
export const closeImportFile = endpoint('DELETE', '/api/admin/import-files/:id', {
  summary: 'Remove a file from the import workbench',
  params: idParam,
  reply: ok,
});
export const readImportFile = endpoint('PUT', '/api/admin/import-files/:id/format', {
  summary: 'Read a file again with another encoding, delimiter, quote, header line, or sheet',
  params: idParam,
  body: fileFormat,
  reply: importFile,
});
export const mapImportFile = endpoint('PUT', '/api/admin/import-files/:id/mapping', {
  summary: 'Set the field of each column',
  params: idParam,
  body: z.object({ mapping: fieldMapping }),
  reply: importFile,
});
export const changeRecipe = endpoint('POST', '/api/admin/import-files/:id/recipe', {
  summary:
    'Add a step to the recipe of a file, undo or redo steps, or apply a saved recipe. Fails if the recipe has changed since `version`',
  params: idParam,
  body: z.discriminatedUnion('do', [
    z.object({ do: z.literal('add'), version: z.int(), steps: z.array(recipeStep).min(1).max(500) }),
    z.object({ do: z.literal('undo'), version: z.int(), steps: z.int().min(1).max(5_000).optional() }),
    z.object({ do: z.literal('redo'), version: z.int(), steps: z.int().min(1).max(5_000).optional() }),
    z.object({ do: z.literal('apply'), version: z.int(), name: text(100) }),
  ]),
  limit: 2_000_000,
  reply: importFile,
  errors: { recipe_changed: 409 },
});

const rowFilter = z.object({
  column: text(500).optional(),
  equals: z.array(text(20_000)).max(1_000).optional(),
  contains: text(200).optional(),
  /** Only rows with a problem, or only rows that the recipe changes. */
  only: z.enum(['problems', 'changed']).optional(),
});
export type RowFilter = z.output<typeof rowFilter>;
const gridRow = z.object({
  row: z.int(),
  line: z.int(),
  cells: z.array(z.string()),
  /** Why the row can't be imported as a whole. */
  broken: z.string().nullable(),
  problems: z.array(z.object({ column: z.int(), why: z.string() })),
  /** Columns that the recipe changed. */
  changed: z.array(z.int()),
});
export type GridRow = z.output<typeof gridRow>;

export const listGridRows = endpoint('POST', '/api/admin/import-files/:id/rows', {
  summary: 'Get a window of the rows of a file, sorted and filtered',
  params: idParam,
  body: z.object({
    from: z.int().min(0),
    count: z.int().min(1).max(500),
    sort: z.object({ column: text(500), descending: z.boolean() }).optional(),
    filter: rowFilter.optional(),
  }),
  reply: z.object({ rows: z.array(gridRow), total: z.int(), version: z.int() }),
});

const countedValue = z.object({ value: z.string(), count: z.int() });
export const listColumnValues = endpoint('POST', '/api/admin/import-files/:id/values', {
  summary: 'List the values of a column with their counts, most frequent first',
  params: idParam,
  body: z.object({ column: text(500), contains: text(200).optional() }),
  reply: z.object({ values: z.array(countedValue), distinct: z.int(), blank: z.int(), isComplete: z.boolean() }),
});
const clusterMethods = ['fingerprint', 'ngram', 'phonetic', 'nearest'] as const;
export type ClusterMethod = (typeof clusterMethods)[number];
export const MAX_CLUSTER_RADIUS = 3;
export const listClusters = endpoint('POST', '/api/admin/import-files/:id/clusters', {
  summary:
    'Group the nearly equal values of a column, each with a suggested form. The radius is the most edits of a nearest neighbor. Two different towns, or practices at different addresses, are never in one group',
  params: idParam,
  body: z.object({
    column: text(500),
    method: z.enum(clusterMethods).optional(),
    radius: z.int().min(1).max(MAX_CLUSTER_RADIUS).optional(),
  }),
  reply: z.array(z.object({ suggested: z.string(), values: z.array(countedValue) })),
});
export const previewStep = endpoint('POST', '/api/admin/import-files/:id/preview', {
  summary: 'Show what a step would change',
  params: idParam,
  body: z.object({ step: recipeStep }),
  reply: z.object({
    changed: z.int(),
    scanned: z.int(),
    samples: z.array(z.object({ line: z.int(), column: z.string(), before: z.string(), after: z.string() })),
  }),
});
const unknownNames = z.object({
  column: z.string(),
  field: z.enum(['services', 'practiceType', 'insurancePlans']),
  known: z.array(z.string()),
  values: z.array(z.object({ name: z.string(), count: z.int(), suggestion: z.string().nullable() })),
});
export type UnknownNames = z.output<typeof unknownNames>;
export const listUnknownNames = endpoint('POST', '/api/admin/import-files/:id/unknown-names', {
  summary:
    'List the services, practice types, and insurance plans of a file that the directory lacks, with their counts',
  params: idParam,
  reply: z.array(unknownNames),
});
export const listTownNames = endpoint('GET', '/api/admin/import-towns', {
  summary: 'List the names of all US towns in lowercase without punctuation, for checks of files without a network',
  reply: z.array(z.string()),
});
export const addKnownName = endpoint('POST', '/api/admin/import-names', {
  summary: 'Add a service, a practice type, or an insurance plan',
  body: z.object({
    field: z.enum(['services', 'practiceType', 'insurancePlans']),
    name: text(100).min(1, 'Enter a name.'),
  }),
  reply: z.object({ name: z.string() }),
});
export const importWorkbenchFile = endpoint('POST', '/api/admin/import-files/:id/import', {
  summary: 'Check a file of the import workbench against the directory, or import it',
  params: idParam,
  body: z.object({
    dryRun: z.boolean().optional(),
    strict: z.boolean().optional(),
    refuseBadCells: z.boolean().optional(),
    replaceHandwritten: z.boolean().optional(),
  }),
  reply: z.object({ id: z.int() }),
  errors: { import_running: 409 },
});

/** A recipe as a file, for the terminal and for other installations. */
export const recipeFile = z.object({
  steps: recipe,
  mapping: fieldMapping.nullish(),
  /** How the file is read, where it was set by hand. */
  format: fileFormat.nullish(),
});
const recipeName = text(100).trim().min(1, 'Enter a name.');

const savedRecipe = z.object({
  id: z.int(),
  name: z.string(),
  steps: recipe,
  mapping: fieldMapping.nullable(),
  format: fileFormat.nullable(),
  usedAt: sentTime,
});
export type SavedRecipe = z.output<typeof savedRecipe>;
export const listSavedRecipes = endpoint('GET', '/api/admin/import-recipes', {
  summary: 'List the saved import recipes, which all staff share',
  reply: z.array(savedRecipe),
});
export const saveFileRecipe = endpoint('POST', '/api/admin/import-files/:id/save-recipe', {
  summary: 'Save the recipe of a file with its mapping under a name. Edits of single cells are left out',
  params: idParam,
  body: z.object({ name: recipeName }),
  reply: z.object({ name: z.string(), steps: z.int() }),
});
export const addSavedRecipe = endpoint('POST', '/api/admin/import-recipes', {
  summary: 'Save a recipe that was downloaded as a file. Replaces a recipe of the same name',
  body: recipeFile.extend({ name: recipeName }),
  limit: 2_000_000,
  reply: z.object({ name: z.string(), steps: z.int() }),
});
export const downloadRecipe = endpoint('GET', '/api/admin/import-recipes/:id/file', {
  summary: 'Download a saved recipe as JSON, for npm run import -- FILE --recipe recipe.json',
  params: idParam,
  streams: 'application/json',
  download: true,
});
export const deleteSavedRecipe = endpoint('DELETE', '/api/admin/import-recipes/:id', {
  summary: 'Delete a saved recipe',
  params: idParam,
  reply: ok,
});
