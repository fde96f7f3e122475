// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '#ui/base/session.ts';
import { useToasts } from '#ui/kit/overlays/toast.ts';
import { deleteDraftsOf } from '#ui/base/platform/draft.ts';
import type { Keep } from './use-draft.ts';
import { useAppForm } from './use-app-form.ts';
import { useConflictForm } from './use-conflict-form.ts';

const signIn = (id: number | null) =>
  act(() =>
    useSession.setState({ user: id === null ? null : ({ id, name: 'Ann' } as never), isReady: true, left: false }),
  );
const defaultValues = { note: '', password: '', email: 'ann@example.com' };
type Values = typeof defaultValues;

function Note({ keep, onForm }: { keep: Keep; onForm?: (form: ReturnType<typeof useAppForm<Values>>) => void }) {
  const form = useAppForm<Values>({
    defaultValues,
    keep,
    check: ({ note }): Record<string, string> => (note.includes('!') ? { note: 'No shouting.' } : {}),
  });
  onForm?.(form);
  return (
    <form onSubmit={form.submit(() => form.endDraft())}>
      <input aria-label="Note" {...form.field('note')} />
      <input aria-label="Password" {...form.field('password')} />
      <input aria-label="Email" {...form.field('email')} />
      <p>{form.errors['note']}</p>
      <button type="submit">Send</button>
    </form>
  );
}
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  useToasts.setState({ current: null, replaced: null });
  signIn(7);
});

describe('text that was typed and not sent', () => {
  it('is there again after the form was closed, and can be discarded', () => {
    const { unmount } = render(<Note keep={{ draft: 'note 1', except: ['password'] }} />);
    type('Note', 'Forty paragraphs');
    type('Password', 'hunter2hunter2');
    unmount();
    expect(JSON.stringify(localStorage)).not.toContain('hunter2');
    render(<Note keep={{ draft: 'note 1', except: ['password'] }} />);
    expect([valueOf('Note'), valueOf('Password'), valueOf('Email')]).toEqual([
      'Forty paragraphs',
      '',
      'ann@example.com',
    ]);
    expect(useToasts.getState().current?.title).toBe('Your draft is back');
    act(() => useToasts.getState().current!.action!.onSelect());
    expect(valueOf('Note')).toBe('');
    cleanup();
    render(<Note keep={{ draft: 'note 1' }} />);
    expect(valueOf('Note')).toBe('');
  });

  it('survives an expired sign-in for the user who typed it, and for no one else', () => {
    const { unmount } = render(<Note keep={{ draft: 'note 2' }} />);
    type('Note', 'Typed before the session ended');
    signIn(null);
    unmount();
    for (const [user, expected] of [
      [8, ''],
      [7, 'Typed before the session ended'],
    ] as const) {
      signIn(user);
      const view = render(<Note keep={{ draft: 'note 2' }} />);
      expect(valueOf('Note')).toBe(expected);
      view.unmount();
    }
  });

  it('ends when it was sent, and when the user signs out on purpose', async () => {
    const first = render(<Note keep={{ draft: 'note 3' }} />);
    type('Note', 'Sent');
    await act(async () => {
      fireEvent.click(screen.getByText('Send'));
      await Promise.resolve();
    });
    first.unmount();
    const second = render(<Note keep={{ draft: 'note 3' }} />);
    expect(valueOf('Note')).toBe('');
    type('Note', 'Not sent');
    act(() => {
      deleteDraftsOf(7);
      useSession.setState({ user: null, left: true });
    });
    second.unmount();
    expect(localStorage.length).toBe(0);
  });

  it('is never stored for a secret, and only in the tab if the form says so', () => {
    const first = render(<Note keep="secret" />);
    type('Password', 'hunter2hunter2');
    first.unmount();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    const second = render(<Note keep={{ draft: 'note 4', place: 'tab' }} />);
    type('Note', 'Private');
    second.unmount();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 1]);
  });

  it('waits for hydration and the user in a form that the server rendered', () => {
    const first = render(<Note keep={{ draft: 'note 5', onServer: true }} />);
    type('Note', 'Dear support');
    first.unmount();
    act(() => useSession.setState({ user: null, isReady: false }));
    render(<Note keep={{ draft: 'note 5', onServer: true }} />);
    expect(valueOf('Note')).toBe('');
    signIn(7);
    expect(valueOf('Note')).toBe('Dear support');
  });
});

describe('an error', () => {
  it('goes away once its field is corrected, also under a path of the request', async () => {
    let form: ReturnType<typeof useAppForm<Values>> | undefined;
    render(<Note keep="choice" onForm={(current) => (form = current)} />);
    type('Note', 'Stop!');
    await act(async () => {
      fireEvent.click(screen.getByText('Send'));
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
    expect(screen.getByText('No shouting.')).toBeTruthy();
    type('Note', 'Stop.');
    expect(screen.queryByText('No shouting.')).toBeNull();
    act(() => form!.showErrors({ 'dentist.note': 'Too short.' }));
    expect(form!.errors['dentist.note']).toBe('Too short.');
    type('Note', 'Longer now');
    expect(form!.errors['dentist.note']).toBeUndefined();
  });
});

describe('edits of a record', () => {
  const record = { id: 1, name: 'Ana', key: 'old' };
  function Editor({ onForm }: { onForm?: (form: { endDraft: () => void }) => void }) {
    const form = useConflictForm('record 1', record, ({ name, key }) => ({ name, key }), { secrets: ['key'] });
    onForm?.(form);
    return (
      <>
        <input aria-label="Name" {...form.field('name')} />
        <input aria-label="Key" {...form.field('key')} />
        <p>{form.isRestored ? 'restored' : ''}</p>
        <button type="button" onClick={form.discardDraft}>
          Discard
        </button>
      </>
    );
  }
  it('survive Escape and a reload, without secrets', async () => {
    const first = render(<Editor />);
    type('Name', 'Anna');
    type('Key', 'sk-123');
    first.unmount();
    expect(JSON.stringify(localStorage)).not.toContain('sk-123');
    expect(useToasts.getState().current?.title).toBe('Your changes are kept');
    const second = render(<Editor />);
    expect([valueOf('Name'), valueOf('Key')]).toEqual(['Anna', 'sk-123']);
    expect(screen.getByText('restored')).toBeTruthy();
    fireEvent.click(screen.getByText('Discard'));
    second.unmount();
    render(<Editor />);
    expect(valueOf('Name')).toBe('Ana');
    expect(localStorage.length).toBe(0);
  });

  it('end with a save that closes the form', () => {
    let form: { endDraft: () => void } | undefined;
    const first = render(<Editor onForm={(current) => (form = current)} />);
    type('Name', 'Anna');
    act(() => form!.endDraft());
    first.unmount();
    render(<Editor />);
    expect(valueOf('Name')).toBe('Ana');
  });
});
