import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buttonClass } from '#ui/kit/controls/Button.tsx';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { useImport } from '../queue/import-store.ts';
import { DataTab } from './DataTab.tsx';

const file = new File(['name,city\nAnn Poe,Boston\n'], 'list.csv', { type: 'text/csv' });
const run = { id: 4, status: 'ready', problems: [], notes: [], duplicates: [], warnings: [], message: 'Nothing has been changed yet.' }; // prettier-ignore

const titled = new File(
  ['Licensed dentists,,\n\n"as of\nOctober",,\nName,City,ZIP\nAnn Poe,Boston,02118\n'],
  'titled.csv',
);
const TITLE_NOTE = 'Line 1 of this file is a title (“Licensed dentists”). Its column names are on line 5.';

/** The requests that reached the server, such as “POST /api/admin/imports dryRun.” */
let requests: string[];
let mappingBody: unknown;
const answer = (path: string): unknown => {
  if (path === '/api/admin/imports/mapping')
    return {
      note: null,
      columns: ['name', 'city'].map((header) => ({ header, field: header, how: 'exact' })),
      source: null,
    };
  if (path === '/api/admin/import-csv') return { success: true, message: 'Nothing has been changed yet.', runId: 4 };
  if (path === '/api/admin/imports') return { id: 4 };
  return path === '/api/admin/imports/4' ? run : [];
};

/** Answers uploads, which report their progress and so don't use fetch. */
class FakeUpload extends EventTarget {
  upload = new EventTarget();
  status = 200;
  statusText = '';
  responseText = '';
  withCredentials = false;
  #path = '';
  open(method: string, path: string) {
    this.#path = `${method} ${path}`;
  }
  setRequestHeader() {}
  getAllResponseHeaders = () => 'content-type: application/json';
  abort() {}
  send(form: FormData) {
    const flags = [...form].filter(([, value]) => value === 'true').map(([name]) => ` ${name}`);
    requests.push(this.#path + flags.join(''));
    this.responseText = JSON.stringify(answer(this.#path.split(' ')[1]!));
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  requests = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body: sent }: RequestInit = {}) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    if (pathname.endsWith('/mapping')) mappingBody = JSON.parse(sent as string);
    if (method !== 'GET') requests.push(`${method} ${pathname}`);
    if (pathname.endsWith('/events')) return new Response(`data: ${JSON.stringify(run)}\n\n`);
    // The list of imports has none.
    const body = method === 'GET' && pathname === '/api/admin/imports' ? [] : answer(pathname);
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={fakePlatform()}>
        <MemoryRouter initialEntries={['/admin/imports']}>
          <Routes>
            <Route path="/admin/imports" element={<DataTab />} />
            <Route path="/admin/imports/:id" element={<p>The page of the run</p>} />
          </Routes>
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  useImport.setState({ chosen: null, busy: null, percent: 0, detail: '', run: null, failure: null });
});

const primary = buttonClass({ variant: 'primary' });
const listPrimaryButtons = () =>
  screen
    .getAllByRole('button')
    .filter(({ className }) => className === primary)
    .map(({ textContent }) => textContent);
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: files.length > 0 ? files : [file] } });

it('previews a file with the primary button, and imports nothing before', async () => {
  expect(listPrimaryButtons()).toEqual(['Check a file first']);
  fireEvent.click(screen.getByRole('button', { name: 'Check a file first' }));
  choose();
  const preview = await screen.findByRole('button', { name: 'Preview changes' });
  expect(requests).toEqual(['POST /api/admin/imports/mapping']);
  expect(listPrimaryButtons()).toEqual(['Preview changes']);
  fireEvent.click(preview);
  await waitFor(() => expect(requests).toEqual(['POST /api/admin/imports/mapping', 'POST /api/admin/imports dryRun']));
});

it('shows the preview of a file that would be imported with warnings', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Upload & Import CSV File' }));
  choose();
  expect(await screen.findByText('The page of the run')).toBeTruthy();
  expect(requests).toEqual(['POST /api/admin/imports/mapping', 'POST /api/admin/import-csv stopsAtWarnings']);
});

it('stops at warnings after the columns were chosen, too', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Check a file first' }));
  choose();
  fireEvent.click(await screen.findByRole('button', { name: 'Import without preview' }));
  await waitFor(() => expect(requests.at(-1)).toBe('POST /api/admin/imports stopsAtWarnings'));
});

it('names the line of a header that is below a title', async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const answered = await fetch(...call);
    if (!String(call[0]).endsWith('/mapping')) return answered;
    const columns = ['Licensed dentists', '', ''].map((header) => ({ header, field: null, how: 'ignored' }));
    return new Response(JSON.stringify({ columns, source: null, note: TITLE_NOTE }), answered);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Upload & Import CSV File' }));
  choose(titled);
  expect(await screen.findByText(TITLE_NOTE)).toBeTruthy();
  expect(screen.queryByText(/We couldn't find a name column/)).toBeNull();
  expect(mappingBody).toEqual({
    headers: ['Licensed dentists', '', ''],
    headerLine: 1,
    rows: [
      { line: 3, cells: ['as of\nOctober', '', ''] },
      { line: 5, cells: ['Name', 'City', 'ZIP'] },
      { line: 6, cells: ['Ann Poe', 'Boston', '02118'] },
    ],
  });
});

it('sends the header and the beginnings of the first cells', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Check a file first' }));
  choose(new File([`name,city,zip\nAnn Poe,${'Boston'.repeat(50)},02118\n`], 'list.csv'));
  await screen.findByRole('button', { name: 'Preview changes' });
  expect(mappingBody).toEqual({
    headers: ['name', 'city', 'zip'],
    headerLine: 1,
    rows: [{ line: 2, cells: ['Ann Poe', 'Boston'.repeat(20), '02118'] }],
  });
});

it.each([
  ['an empty file', new File([], 'empty.csv'), 'This file is empty.'],
  [
    'an image',
    new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], 'photo.csv'),
    'This is an image, not a CSV.',
  ],
])('names %s for what it is, and sends nothing', async (_what, wrong, sentence) => {
  for (const button of ['Check a file first', 'Upload & Import CSV File']) {
    fireEvent.click(screen.getByRole('button', { name: button }));
    choose(wrong);
    await waitFor(() => expect(screen.getByText('Import Failed').parentElement!.textContent).toContain(sentence));
  }
  expect(requests).toEqual([]);
});
