// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandPalette } from './CommandPalette.tsx';
import { Dialog } from './Dialog.tsx';
import ToastRegion from './ToastRegion.tsx';
import { dismissToast, toast, useToasts } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ current: null, replaced: null, used: false });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const titles = () =>
  ['First', 'Second', 'Third'].filter(
    (title) => screen.queryAllByText(title, { ignore: '[role=status] *' }).length > 0,
  );

describe('toasts', () => {
  it('shows the newest alone, for five seconds', () => {
    render(<ToastRegion />);
    act(() => void toast({ title: 'First' }));
    pass(1_000);
    act(() => {
      toast({ title: 'Second' });
      toast({ title: 'Third' });
    });
    expect(titles()).toEqual(['Third']);
    pass(4_900);
    expect(titles()).toEqual(['Third']);
    pass(200);
    pass(300);
    expect(titles()).toEqual([]);
    expect(useToasts.getState().current).toBe(null);
  });

  it('keeps a message that comes again, without announcing it again, and restarts its time', () => {
    render(<ToastRegion />);
    act(() => void toast({ title: 'First', description: 'Saved' }));
    pass(1_500);
    const announcements: string[] = [];
    const observer = new MutationObserver((changes) =>
      announcements.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent ?? ''))),
    );
    observer.observe(document.body, { childList: true, subtree: true });
    pass(2_500);
    act(() => void toast({ title: 'First', description: 'Saved' }));
    pass(4_000);
    expect(titles()).toEqual(['First']);
    expect(announcements.concat(observer.takeRecords().map(({ type }) => type))).toEqual([]);
    pass(1_100);
    pass(300);
    expect(titles()).toEqual([]);
  });

  it('shows a replaced toast with an action again, and only if it was not closed', () => {
    const undo = vi.fn<() => void>();
    const message = { title: 'First', action: { label: 'Undo', altText: 'Undo in the list', onSelect: undo } };
    render(<ToastRegion />);
    act(() => void toast(message));
    act(() => void toast({ title: 'Second' }));
    act(() => void toast({ title: 'Third' }));
    expect(titles()).toEqual(['Third']);
    pass(5_100);
    pass(300);
    expect(titles()).toEqual(['First']);
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    expect(undo).toHaveBeenCalledOnce();
    act(() => void toast({ title: 'Second' }));
    pass(5_100);
    pass(300);
    expect(titles()).toEqual([]);
  });

  it("uses a toast's own duration", () => {
    render(<ToastRegion />);
    act(() => void toast({ title: 'First', duration: 10_000 }));
    pass(9_000);
    expect(titles()).toEqual(['First']);
    pass(1_100);
    pass(300);
    expect(titles()).toEqual([]);
  });

  it('leaves Escape to the dialog below it', () => {
    const change = vi.fn<(open: boolean) => void>();
    render(
      <>
        <Dialog title="Under it" open onOpenChange={change}>
          <button type="button">Inside</button>
        </Dialog>
        <ToastRegion />
      </>,
    );
    act(() => void toast({ title: 'First' }));
    fireEvent.keyDown(screen.getByText('Inside'), { key: 'Escape' });
    expect(change.mock.calls).toEqual([[false]]);
    pass(300);
    expect(titles()).toEqual(['First']);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    pass(300);
    expect(titles()).toEqual([]);
  });

  it('leaves Escape to the palette below it', () => {
    const change = vi.fn<(open: boolean) => void>();
    render(
      <>
        <CommandPalette commands={[]} open onOpenChange={change} />
        <ToastRegion />
      </>,
    );
    act(() => void toast({ title: 'First' }));
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' });
    expect(change.mock.calls).toEqual([[false]]);
    pass(300);
    expect(titles()).toEqual(['First']);
  });

  it('removes the current toast or the one that would return', () => {
    const action = { label: 'Undo', altText: 'Undo', onSelect: () => undefined };
    const shown = () => {
      const { current, replaced } = useToasts.getState();
      return [current?.title, replaced?.title];
    };
    const first = toast({ title: 'First', action });
    const second = toast({ title: 'Second' });
    expect(shown()).toEqual(['Second', 'First']);
    dismissToast(second);
    expect(shown()).toEqual(['First', undefined]);
    toast({ title: 'Third' });
    dismissToast(first);
    dismissToast(first);
    expect(shown()).toEqual(['Third', undefined]);
  });

  it('labels the region with its shortcut', () => {
    render(<ToastRegion />);
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy();
  });

  it('shows nothing after the user dismisses a toast', () => {
    render(<ToastRegion />);
    act(() => {
      toast({ title: 'First' });
      toast({ title: 'Second' });
    });
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    pass(300);
    expect(titles()).toEqual([]);
  });
});
