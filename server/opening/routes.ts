import * as sample from '#contract/opening/sample-data.ts';
import * as setup from '#contract/opening/setup.ts';
import { admin, anyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { addSampleData } from './sample/add-sample.ts';
import { findSampleData, startRemoval } from './sample/sample-data.ts';
import { createFirstAdmin } from './setup/first-admin.ts';
import { findOpening } from './setup/opening-state.ts';
import { findSetup, goLive, markStep, sendTestEmail } from './setup/setup.ts';

export const routes: Route[] = [
  serve(setup.readOpening, anyone, (_input, ctx) => findOpening(ctx)),
  serve(setup.createFirstAdmin, anyone, ({ body }, ctx, stream) => createFirstAdmin(body, ctx, stream)),
  serve(setup.readSetup, admin, (_input, ctx) => findSetup(ctx)),
  serve(setup.markStep, admin, ({ body }, ctx) => markStep(ctx, body)),
  serve(setup.sendTestEmail, admin, (_input, ctx) => sendTestEmail(ctx)),
  serve(setup.goLive, admin, (_input, ctx) => goLive(ctx)),
  serve(sample.readSampleData, admin, (_input, ctx) => findSampleData(ctx)),
  serve(sample.addSampleData, admin, (_input, ctx) => addSampleData(ctx)),
  serve(sample.removeSampleData, admin, ({ body }, ctx) => startRemoval(ctx, body.password)),
];
