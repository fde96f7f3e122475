/** Our server never sends HTML through the API. An HTML response comes from a captive portal or another website. */
const allowedTypes =
  /^(application\/(json|pdf|zip|gzip|octet-stream|x-ndjson)|text\/(csv|event-stream|plain)|image\/(png|jpeg|webp|gif))\b/i;

type AnswerVerdict = { ok: true } | { ok: false; code: 'redirected' | 'not_our_server'; message: string };

export function judgeAnswer(status: number, contentType: string | null): AnswerVerdict {
  if (status >= 300 && status < 400 && status !== 304)
    return {
      ok: false,
      code: 'redirected',
      message: 'The server redirected the console to another address, so the response was rejected.',
    };
  if (status === 204 || status === 304) return { ok: true };
  if (contentType !== null && allowedTypes.test(contentType)) return { ok: true };
  return {
    ok: false,
    code: 'not_our_server',
    message: 'Something other than our server answered. Check your network, or the server’s address.',
  };
}

/** The request headers that are forwarded to the server. */
export const requestHeaders = [
  'accept',
  'content-type',
  'idempotency-key',
  'last-event-id',
  'x-enamel-background',
  'x-file-name',
];
/** The response headers that are returned to the page. Cookies and the server's own policies are not among them. */
export const responseHeaders = [
  'cache-control',
  'content-disposition',
  'content-type',
  'etag',
  'retry-after',
  'x-request-id',
  'x-total-count',
];
