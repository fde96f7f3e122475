import * as sample from '#contract/opening/sample-data.ts';
import { admin } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { findSampleData, startRemoval } from './sample/sample-data.ts';

export const routes: Route[] = [
  serve(sample.readSampleData, admin, (_input, ctx) => findSampleData(ctx)),
  serve(sample.removeSampleData, admin, ({ body }, ctx) => startRemoval(ctx, body.password)),
];
