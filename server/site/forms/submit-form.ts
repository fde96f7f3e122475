import express, { type Request, type Response } from 'express';
import type { PostedForm } from '#shared/posted-form.ts';
import { CALL_FIELD, TRAP } from '#shared/posted-form.ts';
import { authPath } from '#shared/next-path.ts';
import { markFormLogin, requireSameOrigin } from '#server/base/http/callers/authenticate.ts';
import type { Actor, Deps } from '#server/base/http/context.ts';
import { clientNetwork } from '#server/base/http/limits/client-network.ts';
import { asRefusal, notFound, Refusal } from '#server/base/http/errors.ts';
import { passWithoutScripts } from '#server/base/http/limits/human-check.ts';
import { enforceLimits } from '#server/base/http/limits/limits.ts';
import { callRoute, createContext, type Route } from '#server/base/http/serve.ts';
import { hasHumanCheck, toBody, withoutSecrets } from './form-body.ts';
import { forms, type Form } from './forms.ts';

/** The response to a posted form: another page, or the form's own page with the reply or the errors. */
type Outcome =
  { location: string } | { location?: undefined; posted: PostedForm; status: number; headers: Record<string, string> };

type SubmitForm = (req: Request, actor: Actor | null, signal: AbortSignal) => Promise<Outcome>;

/** Pressing the button again within this time repeats the request. */
const REPEAT_MS = 600_000;
/** A form's text fields, which are larger in a URL's encoding. Files are sent by scripts. */
const readFields = express.urlencoded({ extended: false, limit: 200_000, parameterLimit: 200 });

/**
 * Handles forms that browsers post without scripts, or before hydration. A hidden field names an API call. It runs with the same
 * guard, limits, validation, and sentences as over the API.
 */
export function formSubmitter(deps: Deps, routes: Route[]): SubmitForm {
  const callable = forms.flatMap((form) => {
    const route = routes.find(({ endpoint }) => endpoint === form.endpoint);
    return route ? [{ form, route, pattern: toPattern(form.endpoint.path) }] : [];
  });
  const find = (call: string) => {
    for (const { pattern, ...found } of callable) {
      const match = pattern.exec(call);
      if (match) return { ...found, params: { ...match.groups } };
    }
    throw notFound();
  };

  return async (req, actor, signal) => {
    requireSameOrigin(deps, req);
    const network = clientNetwork(req.ip ?? '');
    await enforceLimits(deps, 'LIMIT_API', [{ key: network, hits: deps.config.LIMIT_API.hits }]);
    const fields = await readForm(req);
    const call = String(fields[CALL_FIELD] ?? '');
    const { form, route, params } = find(call);
    const body = toBody(route.endpoint, fields, `${network} ${Math.floor(deps.clock.now().getTime() / REPEAT_MS)}`);
    const posted = { call, values: withoutSecrets(body) };
    const page = new URL(req.originalUrl, deps.config.PUBLIC_URL);
    try {
      if (hasHumanCheck(route.endpoint)) body['humanCheck'] = passWithoutScripts(deps, fields[TRAP]);
      const ctx = createContext(deps, req, actor, signal);
      const { value } = await callRoute(route, { params, body }, ctx, { req, res: req.res! });
      const location = form.next(value, page);
      if (location === null) return { posted: { ...posted, reply: value }, status: 200, headers: {} };
      if (form.signsIn) markFormLogin(deps, req);
      return { location };
    } catch (thrown) {
      const refusal = asRefusal(thrown);
      if (!refusal) throw thrown;
      if (refusal.code === 'unauthorized') return { location: authPath(page.pathname + page.search) };
      const { code, message, fields: sentences = {} } = refusal;
      const error = { code, message, fields: sentences };
      return { posted: { ...posted, error }, status: refusal.status, headers: refusal.headers };
    }
  };
}

const toPattern = (path: Form['endpoint']['path']): RegExp =>
  new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/?#]+)')}$`);

async function readForm(req: Request): Promise<Record<string, string | string[] | undefined>> {
  if (!req.is('application/x-www-form-urlencoded'))
    throw new Refusal(415, 'unsupported_media_type', 'Please send the form as the page has it.');
  const res = req.res as Response;
  await new Promise<void>((done, fail) => readFields(req, res, (error?: unknown) => (error ? fail(error) : done())));
  return (req.body ?? {}) as Record<string, string | string[] | undefined>;
}
