import { ownerHome } from '#contract/dashboard.ts';
import { signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { findOwnerHome } from './home.ts';

export const routes: Route[] = [serve(ownerHome, signedIn, (_input, ctx) => findOwnerHome(ctx))];
