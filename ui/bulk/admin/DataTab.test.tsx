import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buttonClass } from '#ui/kit/controls/Button.tsx';
import { fakePlatform } from '#ui/platform/fake-platform.ts';
import { PlatformContext } from '#ui/platform/platform.ts';
import { createQueryClient } from '#ui/platform/query.ts';
import { useImport } from '../import-store.ts';
import { DataTab } from './DataTab.tsx';

const file = new File(['name,city\nAnn Poe,Boston\n'], 'list.csv', { type: 'text/csv' });
const run = { id: 4, status: 'ready', problems: [], notes: [], duplicates: [], warnings: [], message: 'Nothing has been changed yet.' }; // prettier-ignore

/** The requests that reached the server, such as “POST /api/admin/imports dryRun.” */
let requests: string[];
const answer = (path: string): unknown => {
  if (path === '/api/admin/imports/mapping')
    return {
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
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(String(url), 'http://localhost');
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
