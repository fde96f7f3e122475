import { ownerHome, viewOwnerHome } from '#contract/dashboard.ts';
import { admin, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { findOwnerHome, viewHomeOf } from './home.ts';

export const routes: Route[] = [
  serve(ownerHome, signedIn, (_input, ctx) => findOwnerHome(ctx)),
  serve(viewOwnerHome, admin, ({ params }, ctx) => viewHomeOf(ctx, params.id)),
];
