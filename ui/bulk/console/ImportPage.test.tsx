import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import type { CsvProblem, CsvState, StaffConsole, ConsoleEvent, ConsoleState, Job } from '#ui/base/platform/console.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { addFiles, setRun, closeAllFiles, useFiles } from './files-store.ts';
import { page } from './ImportPage.tsx';

const Import = page.Component;
const firstFile = { file: 'f1', name: 'one.csv', size: 3_000, changedAt: 1 };
const secondFile = { file: 'f2', name: 'two.csv', size: 3_000, changedAt: 1 };
const csvState = (more: Partial<CsvState> = {}): CsvState => ({
  file: 'f1',
  name: 'one.csv',
  size: 3_000,
  read: 3_000,
  encoding: 'utf-8',
  delimiter: ',',
  note: null,
  headerLine: 1,
  columns: [
    { header: 'Who', field: 'name', how: 'known' },
    { header: 'Who', field: null, how: 'repeated' },
  ],
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'city', label: 'City' },
  ],
  source: null,
  registry: null,
  rows: 2,
  badRows: 0,
  problemRows: 0,
  state: 'read',
  message: null,
  ...more,
});

function fakeConsole() {
  let jobs: Job[] = [];
  let state = { jobs } as ConsoleState;
  const watchers = new Set<() => void>();
  const listeners = new Set<(event: ConsoleEvent) => void>();
  const staffConsole = {
    state: () => state,
    watch: (watcher: () => void) => (watchers.add(watcher), () => void watchers.delete(watcher)),
    listen: (listener: (event: ConsoleEvent) => void) => (
      listeners.add(listener),
      () => void listeners.delete(listener)
    ),
    recentFiles: vi.fn(async () => [secondFile]),
    openCsv: vi.fn(async (file: string) => csvState({ file })),
    csvRows: vi.fn(async () => [{ line: 2, cells: ['Ann', 'x'] }]),
    csvProblems: vi.fn(async (): Promise<CsvProblem[]> => []),
    mapCsv: vi.fn(async () => csvState()),
    sendCsv: vi.fn(() => new Promise<number>(() => {})),
    openInWorkbench: vi.fn(async () => 12),
    closeCsv: vi.fn(async () => {}),
    cancelJob: vi.fn(async () => true),
  };
  return {
    staffConsole: staffConsole as typeof staffConsole & StaffConsole,
    tell: (next: CsvState) => act(() => listeners.forEach((listener) => listener({ kind: 'csv', state: next }))),
    job: (next: Job) =>
      act(() => {
        jobs = [next];
        state = { jobs } as ConsoleState;
        watchers.forEach((watcher) => watcher());
      }),
  };
}

let fake: ReturnType<typeof fakeConsole>;
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={{ ...fakePlatform(), kind: 'desktop', staffConsole: fake.staffConsole }}>
        <MemoryRouter>
          <Routes>
            <Route path="/" element={<Import />} />
            <Route path="/admin/imports/files/12" element={<p>Workbench of 12</p>} />
          </Routes>
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );

describe('the import page', () => {
  beforeEach(() => {
    fake = fakeConsole();
    closeAllFiles();
  });

  it('opens and closes a recent file', async () => {
    show();
    const recent = await screen.findByRole('region', { name: 'Recent files' });
    fireEvent.click(within(recent).getByRole('button', { name: 'two.csv' }));
    expect(await screen.findByText('2 rows, 2 good, 0 with problems')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close two.csv' }));
    expect(fake.staffConsole.closeCsv).toHaveBeenCalledWith('f2');
    expect(useFiles.getState().files).toEqual([]);
    expect(await screen.findByRole('region', { name: 'Recent files' })).toBeTruthy();
  });

  it('maps one of two columns with the same header', async () => {
    act(() => addFiles([firstFile]));
    show();
    const meanings = await screen.findAllByLabelText('Field for Who');
    fireEvent.change(meanings[0]!, { target: { value: 'city' } });
    expect(fake.staffConsole.mapCsv).toHaveBeenCalledWith('f1', { Who: 'city' });
  });

  it('says when a field moves to another column, and gives it back', async () => {
    const columns = [
      { header: 'Who', field: 'name', how: 'known' as const },
      { header: 'Place', field: 'city', how: 'known' as const },
    ];
    fake.staffConsole.openCsv.mockResolvedValue(csvState({ columns }));
    fake.staffConsole.mapCsv.mockResolvedValue(csvState({ columns }));
    act(() => addFiles([firstFile]));
    show();
    fireEvent.change(await screen.findByLabelText('Field for Place'), { target: { value: 'name' } });
    expect(fake.staffConsole.mapCsv).toHaveBeenLastCalledWith('f1', { Who: null, Place: 'name' });
    expect(await screen.findByText(/^“Who” was .* and is no longer imported\.$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Give it back' }));
    expect(fake.staffConsole.mapCsv).toHaveBeenLastCalledWith('f1', { Who: 'name', Place: null });
  });

  it('disables the check without rows or mapped columns, and says why', async () => {
    const check = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Check against the directory' });
    act(() => addFiles([firstFile]));
    show();
    expect((await check()).disabled).toBe(false);
    fake.tell(csvState({ columns: [{ header: 'Who', field: null, how: 'none' }] }));
    expect((await check()).disabled).toBe(true);
    expect(screen.getByText('Map at least one column first.')).toBeTruthy();
    fake.tell(csvState({ rows: 0 }));
    expect((await check()).disabled).toBe(true);
    expect(screen.getByText('This file has no rows to check.')).toBeTruthy();
    // More rows may follow while the file is being read.
    fake.tell(csvState({ rows: 0, state: 'reading' }));
    expect((await check()).disabled).toBe(false);
  });

  it('shows the first and the mapped columns, and all of them on request', async () => {
    const columns = Array.from({ length: 330 }, (_, at) => ({
      header: `Column of the file ${at}`,
      field: at === 300 ? 'name' : null,
      how: 'none',
    }));
    fake.staffConsole.openCsv.mockImplementation(async () => csvState({ columns }));
    act(() => addFiles([firstFile]));
    show();
    expect(await screen.findAllByLabelText(/^Field for/)).toHaveLength(41);
    expect((screen.getByLabelText('Field for Column of the file 300') as HTMLSelectElement).value).toBe('name');
    fireEvent.click(screen.getByRole('button', { name: 'Show all 330 columns' }));
    expect(screen.getAllByLabelText(/^Field for/)).toHaveLength(330);
  });

  it('lists problems to read, because the workbench is where they are fixed', async () => {
    const problem = { line: 7, column: 1, header: 'Phone', value: '12', why: 'This is not a US phone number.' };
    fake.staffConsole.openCsv.mockImplementation(async () => csvState({ problemRows: 1, badRows: 1 }));
    fake.staffConsole.csvProblems.mockImplementation(async () => [problem]);
    act(() => addFiles([firstFile]));
    show();
    const problems = await screen.findByRole('region', { name: 'Problems' });
    const row = (await within(problems).findByText(problem.why)).closest('tr')!;
    expect([...row.cells].map(({ textContent }) => textContent)).toEqual(['7', 'Phone', '12', problem.why]);
    expect(within(problems).queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Fix in the workbench' })).toBeTruthy();
  });

  it('keeps a mapping choice when the next one follows quickly', async () => {
    const columns = ['Who', 'Place'].map((header) => ({ header, field: null, how: 'unknown' }));
    fake.staffConsole.openCsv.mockImplementation(async () => csvState({ columns }));
    fake.staffConsole.mapCsv.mockImplementation(() => new Promise<CsvState>(() => {}));
    act(() => addFiles([firstFile]));
    show();
    fireEvent.change(await screen.findByLabelText('Field for Who'), { target: { value: 'name' } });
    fireEvent.change(screen.getByLabelText('Field for Place'), { target: { value: 'city' } });
    expect(fake.staffConsole.mapCsv).toHaveBeenLastCalledWith('f1', { Who: 'name', Place: 'city' });
  });

  it('pages through problems', async () => {
    const at = (from: number): CsvProblem => ({
      line: from + 2,
      column: 1,
      header: 'Phone',
      value: '12',
      why: 'Wrong.',
    });
    fake.staffConsole.openCsv.mockImplementation(async () =>
      csvState({ problemRows: 250_010, badRows: 250_010, rows: 300_000 }),
    );
    fake.staffConsole.csvProblems.mockImplementation(async (_file?: string, from = 0) => [at(from)]);
    act(() => addFiles([firstFile]));
    show();
    const problems = await screen.findByRole('region', { name: 'Problems' });
    expect(await within(problems).findByRole('rowheader', { name: '2' })).toBeTruthy();
    fireEvent.click(within(problems).getByRole('button', { name: 'Next' }));
    expect(await within(problems).findByRole('rowheader', { name: '102' })).toBeTruthy();
    expect(within(problems).getByRole('status').textContent).toBe('101 to 200 of 250,010 rows');
    fireEvent.click(within(problems).getByRole('button', { name: 'Last' }));
    expect(await within(problems).findByRole('rowheader', { name: '250002' })).toBeTruthy();
    expect(within(problems).getByRole('status').textContent).toBe('250,001 to 250,010 of 250,010 rows');
    expect((within(problems).getByRole('button', { name: 'Next' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('reads a changed file again, without its previous import', async () => {
    act(() => addFiles([firstFile]));
    show();
    expect(await screen.findByText('2 rows, 2 good, 0 with problems')).toBeTruthy();
    act(() => setRun('f1', 4));
    fake.staffConsole.openCsv.mockImplementation(async () => csvState({ rows: 1 }));
    act(() => addFiles([{ ...firstFile, changedAt: 2 }]));
    expect(await screen.findByText('1 row, 1 good, 0 with problems')).toBeTruthy();
    expect(useFiles.getState().runs).toEqual({});
    act(() => setRun('f1', 5));
    act(() => addFiles([{ ...firstFile, changedAt: 2 }]));
    expect(useFiles.getState().runs).toEqual({ f1: 5 });
  });

  it('opens a file in the workbench, with the fields that were chosen', async () => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
      if (String(url).endsWith('/mapping')) sent.push(`${url} ${body as string}`);
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    });
    fake.staffConsole.openCsv.mockImplementation(async () =>
      csvState({ columns: [{ header: 'Who', field: 'name', how: 'chosen' }] }),
    );
    act(() => addFiles([firstFile]));
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Fix in the workbench' }));
    expect(await screen.findByText('Workbench of 12')).toBeTruthy();
    expect(fake.staffConsole.openInWorkbench).toHaveBeenCalledWith('f1');
    expect(sent).toEqual(['/api/admin/import-files/12/mapping {"mapping":{"Who":"name"}}']);
    vi.unstubAllGlobals();
  });

  it('ignores the upload of another file with the same name', async () => {
    act(() => addFiles([firstFile]));
    show();
    await screen.findByRole('button', { name: 'Check against the directory' });
    fake.job({
      id: 'j1',
      kind: 'check',
      name: 'one.csv',
      file: 'f9',
      done: 1_000,
      total: 4_000,
      state: 'running',
      message: null,
    });
    expect(screen.queryByRole('region', { name: 'Sending' })).toBeNull();
  });

  it('shows the progress of an upload, a lost connection, and cancels it', async () => {
    act(() => addFiles([firstFile]));
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Check against the directory' }));
    expect(fake.staffConsole.sendCsv).toHaveBeenCalledWith('f1', true);
    const job: Job = {
      id: 'j1',
      kind: 'check',
      name: 'one.csv',
      file: 'f1',
      done: 1_000,
      total: 4_000,
      state: 'running',
      message: null,
    };
    fake.job(job);
    const sending = screen.getByRole('region', { name: 'Sending' });
    expect(within(sending).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    fake.job({ ...job, message: 'Waiting for the connection' });
    expect(within(sending).getByText('Waiting for the connection')).toBeTruthy();
    fireEvent.click(within(sending).getByRole('button', { name: 'Cancel' }));
    expect(fake.staffConsole.cancelJob).toHaveBeenCalledWith('j1');
  });
});
