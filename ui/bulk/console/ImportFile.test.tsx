import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import type { ConsoleState, CsvState, StaffConsole } from '#ui/base/platform/console.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { ImportFile } from './ImportFile.tsx';

const GIGABYTE = 2 ** 30;
const file = { file: 'f1', name: 'NPPES_Data_Dissemination_November_2026.zip', size: GIGABYTE, changedAt: 1 };
const csvState: CsvState = {
  ...file,
  read: GIGABYTE,
  encoding: '',
  delimiter: '',
  note: null,
  headerLine: 1,
  columns: [],
  fields: [],
  source: 'NPI registry',
  registry: { kind: 'providers', asOf: '2026-11-08' },
  rows: 0,
  badRows: 0,
  problemRows: 0,
  state: 'read',
  message: null,
};

const consoleState = { jobs: [] } as unknown as ConsoleState;

function show(state: CsvState) {
  const staffConsole = {
    state: () => consoleState,
    watch: () => () => {},
    listen: () => () => {},
    openCsv: async () => state,
    csvRows: async () => [],
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext
        value={{ ...fakePlatform(), kind: 'desktop', staffConsole: staffConsole as never as StaffConsole }}
      >
        <MemoryRouter>
          <ImportFile file={file} />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
}
const findCheck = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Check against the directory' });

it('describes a registry file that can be checked, without rows or the workbench', async () => {
  show(csvState);
  expect((await findCheck()).disabled).toBe(false);
  expect(screen.getByText('Data of Nov 8, 2026')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Dentists and clinics from the national registry' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Fix in the workbench' })).toBeNull();
  expect(screen.queryByTestId('counts')).toBeNull();
});

it.each([
  ['a registry file', csvState.registry, 'This file is larger than 4 GB. Choose the zip file that it came in.'],
  ['a list', null, 'This file is larger than 4 GB. Please split it.'],
] as const)('does not send %s that is larger than the server accepts', async (_what, registry, sentence) => {
  show({ ...csvState, registry, rows: 9, size: 10 * GIGABYTE });
  expect((await findCheck()).disabled).toBe(true);
  expect(screen.getByText(sentence)).toBeTruthy();
  const workbench = screen.queryByRole<HTMLButtonElement>('button', { name: 'Fix in the workbench' });
  expect(workbench?.disabled).toBe(registry ? undefined : true);
});
