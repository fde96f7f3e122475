import { ApiError } from './api.ts';

/** A fetch that reports upload progress from 0 to 1, built on XMLHttpRequest. */
export const telling =
  (sent: (share: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body, signal, credentials } = {}) =>
    new Promise((done, fail) => {
      const request = new XMLHttpRequest();
      request.open(method, String(url));
      request.withCredentials = credentials === 'include';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => sent(total > 0 ? loaded / total : 0));
      request.upload.addEventListener('load', () => sent(1));
      request.addEventListener('load', () => {
        const { status, statusText, responseText } = request;
        const about = { status, statusText, headers: headersOf(request) };
        done(new Response([204, 205, 304].includes(status) ? null : responseText, about));
      });
      request.addEventListener('error', () =>
        fail(new ApiError(0, '', 'The server cannot be reached. Please try again.')),
      );
      request.addEventListener('abort', () => fail(new DOMException('Cancelled', 'AbortError')));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
