/** What an answer of the server may be. A page is never one: a captive portal or another site is not our server. */
const types =
  /^(application\/(json|pdf|zip|gzip|octet-stream|x-ndjson)|text\/(csv|event-stream|plain)|image\/(png|jpeg|webp|gif))\b/i;

export type AnswerVerdict = { ok: true } | { ok: false; code: 'redirected' | 'not_our_server'; message: string };

export function judgeAnswer(status: number, contentType: string | null): AnswerVerdict {
  if (status >= 300 && status < 400 && status !== 304)
    return {
      ok: false,
      code: 'redirected',
      message: 'The server sent the console elsewhere, so the answer was refused.',
    };
  if (status === 204 || status === 304) return { ok: true };
  if (contentType !== null && types.test(contentType)) return { ok: true };
  return {
    ok: false,
    code: 'not_our_server',
    message: 'Something other than an Enamel server answered. Check your network, or the server’s address.',
  };
}

/** Of what the page sends, only what a call of the API needs goes on. */
export const sentHeaders = [
  'accept',
  'content-type',
  'idempotency-key',
  'last-event-id',
  'x-enamel-background',
  'x-file-name',
];
/** Of what the server answers, only what the page reads comes back: no cookies, no policies of another origin. */
export const keptHeaders = [
  'cache-control',
  'content-disposition',
  'content-type',
  'etag',
  'retry-after',
  'x-request-id',
  'x-total-count',
];
