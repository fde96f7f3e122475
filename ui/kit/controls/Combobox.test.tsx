// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Combobox, type ComboboxProps } from './Combobox.tsx';

const towns = ['Austin', 'Boston', 'Burbank'].map((label) => ({ value: label.toLowerCase(), label }));

function Place(props: Partial<ComboboxProps>) {
  const [value, setValue] = useState('');
  return (
    <Combobox aria-label="Place" delay={0} suggest={() => towns} {...props} value={value} onValueChange={setValue} />
  );
}
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Place' });
const type = (text: string) => fireEvent.change(input(), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(input(), { key });
const active = () => {
  const id = input().getAttribute('aria-activedescendant');
  return id ? document.getElementById(id)?.textContent : null;
};

describe('Combobox', () => {
  it('arrow keys wrap around, and Enter takes the active suggestion', async () => {
    const onSelect = vi.fn();
    render(<Place onSelect={onSelect} />);
    type('b');
    await screen.findByRole('listbox');
    expect(input().getAttribute('aria-expanded')).toBe('true');
    expect(active()).toBeNull();
    press('ArrowDown');
    expect(active()).toBe('Austin');
    press('ArrowDown');
    press('ArrowDown');
    expect(active()).toBe('Burbank');
    press('ArrowDown');
    expect(active()).toBeNull();
    press('ArrowUp');
    expect(active()).toBe('Burbank');
    expect(press('Enter')).toBe(false);
    expect(input().value).toBe('Burbank');
    expect(onSelect).toHaveBeenCalledWith(towns[2]);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('lists everything on a click or an arrow key, whatever the field holds, if it needs no letters', async () => {
    const suggest = (text: string) => towns.filter(({ label }) => label.toLowerCase().includes(text));
    render(<Place minLength={0} suggest={suggest} />);
    const listAfter = async (work: () => void) => {
      work();
      return (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    };
    expect(await listAfter(() => type('austin'))).toEqual(['Austin']);
    press('Escape');
    expect(await listAfter(() => fireEvent.click(input()))).toEqual(['Austin', 'Boston', 'Burbank']);
    type('bo');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    press('Escape');
    expect(await listAfter(() => press('ArrowDown'))).toEqual(['Austin', 'Boston', 'Burbank']);
  });

  it('leaves Enter to the form while no suggestion is active', async () => {
    render(<Place />);
    type('b');
    await screen.findByRole('listbox');
    expect(press('Enter')).toBe(true);
    expect(input().value).toBe('b');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('closes on Escape, keeps the text, and reopens on an arrow key', async () => {
    render(<Place />);
    type('bo');
    await screen.findByRole('listbox');
    press('Escape');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(input().value).toBe('bo');
    press('ArrowDown');
    expect(screen.getByRole('listbox')).toBeTruthy();
  });

  it('ignores a response that arrives after a newer request', async () => {
    const answers: Record<string, (found: typeof towns) => void> = {};
    const signals: AbortSignal[] = [];
    render(
      <Place
        suggest={(text, signal) => {
          signals.push(signal);
          return new Promise((resolve) => {
            answers[text] = resolve;
          });
        }}
      />,
    );
    type('a');
    await waitFor(() => expect(answers['a']).toBeTruthy());
    type('ab');
    await waitFor(() => expect(answers['ab']).toBeTruthy());
    expect(signals[0]?.aborted).toBe(true);
    await act(async () => answers['ab']?.(towns.slice(0, 1)));
    await act(async () => answers['a']?.(towns));
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it('stays a plain input when suggestions fail', async () => {
    render(<Place suggest={() => Promise.reject(new Error('down'))} />);
    type('x');
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(input().value).toBe('x');
  });
});
