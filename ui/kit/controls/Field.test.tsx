// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Field } from './Field.tsx';
import { Input } from './Input.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { Textarea } from './Textarea.tsx';

const described = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent ?? `no element ${id}`);

describe('Field', () => {
  it('connects the label, hint, and error to the control', () => {
    const { rerender } = render(
      <Field label="Email" hint="Only we see it." required error={undefined}>
        <Input type="email" />
      </Field>,
    );
    const control = screen.getByLabelText<HTMLInputElement>('Email');
    expect(control.required).toBe(true);
    expect(control.getAttribute('aria-invalid')).toBeNull();
    expect(described(control)).toEqual(['Only we see it.']);
    const live = document.querySelector('[aria-live=polite]');
    rerender(
      <Field label="Email" hint="Only we see it." required error="Enter an address.">
        <Input type="email" />
      </Field>,
    );
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(described(control)).toEqual(['Only we see it.', 'Enter an address.']);
    // Screen readers announce text that appears in an existing region.
    expect(document.querySelector('[aria-live=polite]')).toBe(live);
    expect(live?.textContent).toBe('Enter an address.');
  });

  it('counts characters next to the hint, and warns when none are left', () => {
    render(
      <Field label="Message" hint="Plain words.">
        <Textarea limit={30} defaultValue="four" />
      </Field>,
    );
    const control = screen.getByLabelText('Message');
    expect(described(control)).toEqual(['4 of 30 characters', 'Plain words.']);
    expect(screen.queryByText(/characters left/)).toBeNull();
    fireEvent.change(control, { target: { value: 'x'.repeat(25) } });
    expect(screen.getByText('5 characters left')).toBeTruthy();
    fireEvent.change(control, { target: { value: 'x'.repeat(33) } });
    expect(screen.getByText('3 characters too many')).toBeTruthy();
  });

  it('shows and hides a password without losing it', () => {
    render(
      <Field label="Password">
        <PasswordInput defaultValue="secret words" />
      </Field>,
    );
    const control = screen.getByLabelText<HTMLInputElement>('Password');
    expect(control.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(control.type).toBe('text');
    expect(control.value).toBe('secret words');
  });
});
