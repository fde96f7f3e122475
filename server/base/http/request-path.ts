import type { RequestHandler } from 'express';
import { Refusal } from './errors.ts';

/**
 * Takes the path of a request target in absolute form, such as GET http://localhost/directory, which every server must
 * accept. Refuses targets that are no path: `*`, and host names.
 */
export const useRequestPath: RequestHandler = (req, _res, next) => {
  if (req.url.startsWith('/')) return next();
  if (!/^https?:\/\//i.test(req.url) || !URL.canParse(req.url))
    return next(
      req.method === 'OPTIONS'
        ? new Refusal(405, 'method_not_allowed', 'OPTIONS is not supported.', {
            headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' },
          })
        : new Refusal(400, 'bad_request', 'This address is not valid.'),
    );
  const { pathname, search } = new URL(req.url);
  req.url = pathname + search;
  req.originalUrl = req.url;
  next();
};
