import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { downloadByLink } from './linked-download.ts';

const LINK = { id: 'an-id', url: '/api/admin/export/users?link=secret' };
let answers: (() => Response | Promise<Response>)[];
let opened: string[];
let calls: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [answers, opened, calls] = [[], [], []];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    calls.push(`${init?.method} ${String(input)}`);
    return (answers.length > 1 ? answers.shift()! : answers[0]!)();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const link = () => Response.json(LINK);
const state =
  (name: string, message: string | null = null) =>
  () =>
    Response.json({ state: name, message });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
/** Starts the download and lets all its waits pass. */
async function download(): Promise<unknown> {
  const result = downloadByLink('/api/admin/export/users', (url) => opened.push(url)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  return result;
}

it('opens the link and waits until the server has sent the last byte', async () => {
  answers = [link, state('waiting'), state('running'), offline, state('running'), state('done')];
  expect(await download()).toBeUndefined();
  expect(opened).toEqual([LINK.url]);
  expect(calls[0]).toBe('POST /api/admin/export/users');
  expect(calls.slice(1)).toEqual(Array(5).fill('GET /api/user/downloads/an-id'));
});

it('opens nothing if the server refuses the link', async () => {
  answers = [() => Response.json({ error: 'unauthorized', message: 'Please log in.' }, { status: 401 })];
  expect(await download()).toMatchObject({ status: 401, sentence: 'Please log in.' });
  expect(opened).toEqual([]);
});

it.each([
  ['the server refused it', [state('running'), state('failed', 'Other downloads are running.')], ApiError],
  ['it broke off', [state('running'), state('failed')], Error],
  ['the browser never asked for it', [state('waiting')], Error],
  ['the server is gone', [state('running'), offline], Error],
  ['the session has ended', [() => Response.json({}, { status: 401 })], ApiError],
])('fails when %s', async (_why, following, kind) => {
  answers = [link, ...following];
  expect(await download()).toBeInstanceOf(kind);
});
