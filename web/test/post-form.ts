import type { Answered, TestApp } from '#server/test/app.ts';
import { findForms, type FoundForm } from './rendered-site.ts';

export const sameOrigin = { 'sec-fetch-site': 'same-origin' };
type Typed = Record<string, string | string[]>;

/** Visits pages as a browser without scripts does. */
export function withoutScripts(app: TestApp, cookies = '') {
  const cookie: Record<string, string> = cookies === '' ? {} : { cookie: cookies };
  const post = (path: string, fields: Typed, headers: Record<string, string> = sameOrigin): Promise<Answered> => {
    const body = new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))); // prettier-ignore
    return app.call('POST', path, {
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...cookie, ...headers },
    });
  };
  /** Submits a form with its current values and the given changes. */
  const resend = ({ action, fields }: Pick<FoundForm, 'action' | 'fields'>, typed: Typed = {}) =>
    post(action, { ...fields, ...typed });
  return {
    post,
    resend,
    open: (path: string) => app.get(path, { headers: cookie }),
    async submit(path: string, typed: Typed = {}): Promise<Answered> {
      const form = findPosts((await app.get(path, { headers: cookie })).text)[0];
      if (!form) throw new Error(`${path} has no form`);
      return resend(form, typed);
    },
  };
}

export const findPosts = (html: string): FoundForm[] => findForms(html).filter(({ method }) => method === 'post');

export const cookiesOf = (answer: Answered): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ');
