import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { InlineEdit } from './InlineEdit.tsx';

const show = (onSave: (value: string) => Promise<unknown>) =>
  render(
    <InlineEdit label="Phone of Dr. Ada" value="(512) 555-0142" onSave={onSave}>
      (512) 555-0142
    </InlineEdit>,
  );
const edit = (value: string): HTMLElement => {
  fireEvent.click(screen.getByRole('button', { name: 'Edit Phone of Dr. Ada' }));
  const input = screen.getByRole('textbox', { name: 'Phone of Dr. Ada' });
  fireEvent.change(input, { target: { value } });
  return input;
};

it('Enter saves an edited cell once, and Escape leaves it as it was', async () => {
  const onSave = vi.fn(async () => undefined);
  show(onSave);
  fireEvent.keyDown(edit('(512) 555-0199'), { key: 'Escape' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(onSave).not.toHaveBeenCalled();
  const input = edit('(512) 555-0199');
  fireEvent.keyDown(input, { key: 'Enter' });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(onSave.mock.calls).toEqual([['(512) 555-0199']]);
});

it('a refused value stays in the cell', async () => {
  const onSave = vi.fn(() => Promise.reject(new Error('Please enter a phone number.')));
  show(onSave);
  const input = edit('call me');
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
  await waitFor(() => expect(input.hasAttribute('readonly')).toBe(false));
  expect((input as HTMLInputElement).value).toBe('call me');
});
