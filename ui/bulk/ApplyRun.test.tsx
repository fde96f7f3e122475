import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { ApplyRun } from './ApplyRun.tsx';

const show = (warnings: ImportRun['warnings']) => {
  const onApply = vi.fn();
  render(<ApplyRun run={{ id: 1, warnings } as ImportRun} busy={false} onApply={onApply} />);
  return { onApply, button: screen.getByRole<HTMLButtonElement>('button', { name: 'Import now' }) };
};

const warnings = [
  { code: 'no_state', text: 'No column is mapped to State, so 60 new listings would have none.' },
  { code: 'no_zip', text: 'No column is mapped to ZIP code, so 60 new listings would have none.' },
  { code: 'nothing_matched', text: 'No row matches a listing in the directory, so all 60 would be added as new.' },
  { code: 'many_changes', text: '60 listings would change, more than a tenth of the directory.' },
] as ImportRun['warnings'];

it.each(warnings.map((warning) => [warning.code, warning] as const))(
  'holds the import until %s is confirmed',
  (_code, warning) => {
    const { button, onApply } = show([warning]);
    expect(screen.getByRole('listitem').textContent).toBe(warning.text);
    expect(button.disabled).toBe(true);
    fireEvent.click(button);
    expect(onApply).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(button);
    expect(onApply).toHaveBeenCalledOnce();
  },
);

it('shows all warnings at once, and imports right away without any', () => {
  show(warnings);
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  cleanup();
  const { button, onApply } = show([]);
  fireEvent.click(button);
  expect(onApply).toHaveBeenCalledOnce();
});
