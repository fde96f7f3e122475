import {
  addKnownName as addKnownNameEndpoint,
  addSavedRecipe,
  changeRecipe,
  closeImportFile,
  deleteSavedRecipe,
  downloadRecipe,
  getImportFile,
  importWorkbenchFile,
  listClusters,
  listColumnValues,
  listGridRows,
  listImportFiles,
  listSavedRecipes,
  listTownNames as listTownNamesEndpoint,
  listUnknownNames,
  mapImportFile,
  openImportFile,
  openUploadedFile,
  previewStep,
  readImportFile,
  saveFileRecipe,
} from '#contract/bulk/workbench.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, notFound } from '#server/base/http/errors.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { isFieldName } from '../read/headers.ts';
import { deleteRecipe, findRecipeById, listRecipes, saveRecipe } from '../recipe/queries-recipes.ts';
import { startImport } from '../importer/importer.ts';
import { readParts } from '../upload/upload-parts.ts';
import { readUploadedChunks } from '../upload/upload-chunks.ts';
import { changeFileRecipe, saveRecipeOfFile } from './change-recipe.ts';
import type { RecipeChange } from './change-steps.ts';
import { countValues, findClusters, findUnknownNames, previewChange, shownValues } from './column-values.ts';
import { storeOf } from './database-store.ts';
import { describeImportFile, openFile, type OpenedFile } from './opened-file.ts';
import { addKnownName } from './known-names.ts';
import { listRowSteps } from './move-steps.ts';
import { deleteFile, listFiles, listTownNames, updateFile } from './queries-files.ts';
import { openStoredFile, rereadFile, storeFile } from './read-file.ts';
import { readWindow } from './views.ts';

const describe = async (ctx: Ctx<Actor>, id: number) => describeImportFile(await openFile(storeOf(ctx.db), id));
const ownerOf = (ctx: Ctx<Actor>, name: string) => ({ userId: ctx.actor.userId, userName: ctx.actor.name, name });
const mappingOf = ({ columns }: OpenedFile) => Object.fromEntries(columns.map(({ header, field }) => [header, field]));

function refuseUnknownFields(mapping: Record<string, string | null>): void {
  for (const field of Object.values(mapping))
    if (field !== null && !isFieldName(field)) throw badRequest(`There is no field “${field}”.`);
}

const fileRoutes: Route[] = [
  serve(listImportFiles, admin, async (_input, { db }) =>
    (await listFiles(db)).map((file) => ({ ...file, bytes: Number(file.bytes) })),
  ),
  serve(openImportFile, admin, async (_input, ctx, { req }) => {
    const { file } = await readParts(
      req,
      (stream, name) => storeFile(ctx, stream, ownerOf(ctx, name)),
      (id) => deleteFile(ctx.db, id),
    );
    return new Answer({ id: file }, {}, 201);
  }),
  serve(openUploadedFile, admin, async ({ body }, ctx) => {
    const { fileName, sha256 } = body;
    const id = await readUploadedChunks(ctx, sha256, (bytes) => storeFile(ctx, bytes, ownerOf(ctx, fileName)));
    return new Answer({ id }, {}, 201);
  }),
  serve(getImportFile, admin, ({ params }, ctx) => describe(ctx, params.id)),
  serve(closeImportFile, admin, async ({ params }, { db }) => {
    if ((await deleteFile(db, params.id)) === 0) throw notFound('We could not find this file.');
    return { ok: true as const };
  }),
  serve(readImportFile, admin, async ({ params, body }, ctx) => {
    await rereadFile(ctx, params.id, body);
    return describe(ctx, params.id);
  }),
  serve(mapImportFile, admin, async ({ params, body }, ctx) => {
    refuseUnknownFields(body.mapping);
    await openFile(storeOf(ctx.db), params.id);
    await updateFile(ctx.db, params.id, { mapping: body.mapping, usedAt: ctx.clock.now() });
    return describe(ctx, params.id);
  }),
  serve(changeRecipe, admin, async ({ params, body }, ctx) => {
    await changeFileRecipe(ctx, params.id, body as RecipeChange);
    return describe(ctx, params.id);
  }),
  serve(importWorkbenchFile, admin, async ({ params, body }, ctx) => {
    const opened = await openFile(storeOf(ctx.db), params.id);
    const { file } = opened;
    const { id } = await startImport(ctx, {
      file: await openStoredFile(ctx, file),
      actor: ctx.actor,
      options: {
        dryRun: body.dryRun ?? false,
        strict: body.strict ?? false,
        refuseBadCells: body.refuseBadCells ?? false,
        replaceHandwritten: body.replaceHandwritten ?? false,
      },
      format: file.format,
      recipe: listRowSteps(file.recipe),
      mapping: mappingOf(opened),
    });
    await updateFile(ctx.db, params.id, { runId: id, usedAt: ctx.clock.now() });
    return new Answer({ id }, {}, 202);
  }),
];

const rowRoutes: Route[] = [
  serve(listGridRows, admin, async ({ params, body }, { db, signal }) => {
    const opened = await openFile(storeOf(db), params.id, signal);
    return { ...(await readWindow(opened, body)), version: opened.file.version };
  }),
  serve(listColumnValues, admin, async ({ params, body }, { db, signal }) => {
    const { values, ...rest } = await countValues(
      await openFile(storeOf(db), params.id, signal),
      body.column,
      body.contains,
    );
    return { ...rest, values: shownValues(values) };
  }),
  serve(listClusters, admin, async ({ params, body }, { db, signal }) =>
    findClusters(await openFile(storeOf(db), params.id, signal), body),
  ),
  serve(previewStep, admin, async ({ params, body }, { db, signal }) =>
    previewChange(await openFile(storeOf(db), params.id, signal), body.step),
  ),
  serve(listUnknownNames, admin, async ({ params }, { db, signal }) =>
    findUnknownNames(await openFile(storeOf(db), params.id, signal)),
  ),
  serve(listTownNamesEndpoint, admin, (_input, { db }) => listTownNames(db)),
  serve(addKnownNameEndpoint, admin, async ({ body }, ctx) => ({
    name: await addKnownName(ctx, body.field, body.name.trim()),
  })),
];

const noRecipe = () => notFound('We could not find this recipe.');
const recipeRoutes: Route[] = [
  serve(listSavedRecipes, admin, (_input, { db }) => listRecipes(db)),
  serve(saveFileRecipe, admin, async ({ params, body }, ctx) =>
    saveRecipeOfFile(ctx, params.id, body.name, mappingOf(await openFile(storeOf(ctx.db), params.id))),
  ),
  serve(addSavedRecipe, admin, async ({ body }, { db, clock }) => {
    refuseUnknownFields(body.mapping ?? {});
    await saveRecipe(db, { mapping: null, format: null, ...body, at: clock.now() });
    return new Answer({ name: body.name, steps: body.steps.length }, {}, 201);
  }),
  serve(downloadRecipe, admin, async ({ params }, { db }, { res }) => {
    const saved = await findRecipeById(db, params.id);
    if (!saved) throw noRecipe();
    const { name, steps, mapping, format } = saved;
    res.set('Content-Disposition', 'attachment; filename="recipe.json"');
    res.type('json').send(`${JSON.stringify({ name, steps, mapping, format }, null, 2)}\n`);
  }),
  serve(deleteSavedRecipe, admin, async ({ params }, { db }) => {
    if ((await deleteRecipe(db, params.id)) === 0) throw noRecipe();
    return { ok: true as const };
  }),
];

export const routes: Route[] = [...fileRoutes, ...rowRoutes, ...recipeRoutes];
