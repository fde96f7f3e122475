import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportFile } from '#contract/bulk/workbench.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { AddColumnPopover } from './AddColumnPopover.tsx';
import { StepForm } from './column/StepForm.tsx';
import { ValueList } from './column/ValueList.tsx';
import { ClusterList } from './column/ClusterList.tsx';
import { UnknownNamesPanel } from './column/UnknownNamesPanel.tsx';
import type { Workbench } from './use-import-file.ts';

const file = {
  id: 7,
  version: 1,
  status: 'ready',
  columns: [
    { header: 'ST', field: 'state' },
    { header: 'City', field: 'city' },
  ],
} as ImportFile;

const answers: Record<string, unknown> = {
  values: { values: [{ value: 'Mass', count: 2 }, { value: 'MASS', count: 1 }], distinct: 2, blank: 0, isComplete: true }, // prettier-ignore
  clusters: [{ suggested: 'Mass', values: [{ value: 'Mass', count: 2 }, { value: 'MASS', count: 1 }] }], // prettier-ignore
  preview: { changed: 1, scanned: 3, samples: [] },
  'unknown-names': [{ column: 'Services', field: 'services', known: ['Veneers'], values: [{ name: 'Veneerz', count: 3, suggestion: 'Veneers' }] }], // prettier-ignore
};

const addSteps = vi.fn(async () => file as ImportFile | null);
const bench = { addSteps, isBusy: false } as unknown as Workbench;

beforeEach(() => {
  addSteps.mockClear();
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const name = String(url).split('/').at(-1)!;
    return new Response(JSON.stringify(answers[name]), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Shows a part as after a reload: with a new cache and new components. */
const show = (part: ReactNode) => {
  cleanup();
  render(<QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>);
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const valueOf = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

describe('what was typed and not applied survives a reload', () => {
  it('a change of a column', async () => {
    const form = <StepForm file={file} column="ST" addSteps={addSteps} />;
    show(form);
    type('Change', 'replace');
    type('Find', 'Mas');
    type('Replace with', 'Mass');
    show(form);
    expect([valueOf('Change'), valueOf('Find'), valueOf('Replace with')]).toEqual(['replace', 'Mas', 'Mass']);
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await vi.waitFor(() => expect(valueOf('Find')).toBe(''));
    expect(addSteps).toHaveBeenCalledWith({ do: 'replace', column: 'ST', find: 'Mas', with: 'Mass' });
    show(form);
    expect(valueOf('Find')).toBe('');
  });

  it('a change that the server refused stays in the form', async () => {
    addSteps.mockResolvedValueOnce(null);
    show(<StepForm file={file} column="ST" addSteps={addSteps} />);
    type('Change', 'set');
    type('Text', 'MA');
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await vi.waitFor(() => expect(addSteps).toHaveBeenCalledOnce());
    expect(valueOf('Text')).toBe('MA');
  });

  it('columns to join, in their order', () => {
    const wide = { ...file, columns: ['ST', 'City', 'ZIP'].map((header) => ({ header, field: null })) } as ImportFile;
    const form = <StepForm file={wide} column="ST" addSteps={addSteps} />;
    show(form);
    type('Change', 'join');
    type('Column to add', 'ZIP');
    type('Column to add', 'City');
    show(form);
    expect(
      screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Remove ZIP', 'Remove City']);
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(addSteps).toHaveBeenCalledWith({ do: 'join', columns: ['ST', 'ZIP', 'City'], by: ',', into: 'ST' });
  });

  it('chosen values with their new text', async () => {
    const onFilter = vi.fn();
    const values = <ValueList file={file} column="ST" addSteps={addSteps} onFilter={onFilter} />;
    show(values);
    fireEvent.click(await screen.findByLabelText('Change Mass'));
    fireEvent.click(screen.getByLabelText('Change MASS'));
    type('New text for 2 values', 'MA');
    show(values);
    await screen.findByRole('button', { name: 'Change 3 rows' });
    fireEvent.click(screen.getByRole('button', { name: 'Show rows' }));
    expect(onFilter).toHaveBeenCalledWith(['Mass', 'MASS']);
    fireEvent.click(screen.getByRole('button', { name: 'Change 3 rows' }));
    expect(addSteps).toHaveBeenCalledWith({ do: 'map', column: 'ST', values: { Mass: 'MA', MASS: 'MA' } });
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('the form of a cluster', async () => {
    const clusters = <ClusterList file={file} column="ST" addSteps={addSteps} />;
    show(clusters);
    await screen.findByLabelText('Form for Mass');
    type('Form for Mass', 'MA');
    show(clusters);
    await screen.findByLabelText('Form for Mass');
    expect(valueOf('Form for Mass')).toBe('MA');
    fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
    expect(addSteps).toHaveBeenCalledWith({ do: 'map', column: 'ST', values: { Mass: 'MA', MASS: 'MA' } });
  });

  it('what to do with unknown names', async () => {
    const names = <UnknownNamesPanel file={file} bench={bench} />;
    show(names);
    await screen.findByLabelText('What to do with Veneerz');
    type('What to do with Veneerz', '=Veneers');
    show(names);
    await screen.findByLabelText('What to do with Veneerz');
    fireEvent.click(screen.getByRole('button', { name: 'Apply 1' }));
    await vi.waitFor(() =>
      expect(addSteps).toHaveBeenCalledWith({ do: 'items', column: 'Services', values: { Veneerz: 'Veneers' } }),
    );
  });

  it('a new column', async () => {
    const popover = <AddColumnPopover file={file} bench={bench} />;
    show(popover);
    fireEvent.click(screen.getByRole('button', { name: 'Add column' }));
    type('Name', 'State');
    type('Text in every row', 'MA');
    show(popover);
    fireEvent.click(screen.getByRole('button', { name: 'Add column' }));
    expect([valueOf('Name'), valueOf('Text in every row')]).toEqual(['State', 'MA']);
    const dialog = screen.getByRole('dialog');
    fireEvent.submit(dialog.querySelector('form')!);
    await vi.waitFor(() =>
      expect(addSteps).toHaveBeenCalledWith({ do: 'fill', column: 'State', value: 'MA', onlyBlank: false }),
    );
  });
});
