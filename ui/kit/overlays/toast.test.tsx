// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';
import ToastRegion from './ToastRegion.tsx';
import { dismissToast, toast, useToasts } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ queue: [], used: false });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const titles = () =>
  ['First', 'Second', 'Third'].filter(
    (title) => screen.queryAllByText(title, { ignore: '[role=status] *' }).length > 0,
  );

describe('toasts', () => {
  it('shows one at a time for five seconds each, in order', () => {
    render(<ToastRegion />);
    act(() => {
      toast({ title: 'First' });
      toast({ title: 'Second' });
    });
    expect(titles()).toEqual(['First']);
    pass(4_900);
    expect(titles()).toEqual(['First']);
    pass(200);
    pass(300);
    expect(titles()).toEqual(['Second']);
    pass(5_000);
    pass(300);
    expect(titles()).toEqual([]);
    expect(useToasts.getState().queue).toEqual([]);
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

  it('removes one toast from the queue', () => {
    const first = toast({ title: 'First' });
    const second = toast({ title: 'Second' });
    toast({ title: 'Third' });
    dismissToast(second);
    expect(useToasts.getState().queue.map(({ title }) => title)).toEqual(['First', 'Third']);
    dismissToast(first);
    dismissToast(first);
    expect(useToasts.getState().queue.map(({ title }) => title)).toEqual(['Third']);
  });

  it('labels the region with its shortcut', () => {
    render(<ToastRegion />);
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy();
  });

  it('shows the next toast when the user dismisses one', () => {
    render(<ToastRegion />);
    act(() => {
      toast({ title: 'First' });
      toast({ title: 'Second' });
    });
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    pass(300);
    expect(titles()).toEqual(['Second']);
  });
});
