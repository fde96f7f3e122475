import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brandLabels } from '#ui/admin/settings.ts';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { useSession } from '#ui/base/session.ts';
import { page } from './BrandPage.tsx';

const empty = Object.fromEntries(Object.keys(brandLabels).map((name) => [name, '']));
const defaults = { ...empty, brand: 'Enamel', supportPhone: '(555) 555-0100' };
const refusal = {
  error: 'bad_request',
  message: 'Too light.',
  fields: { accent: 'The closest color that works is #247b73.' },
};
let sent: Record<string, unknown>[];
beforeEach(async () => {
  sent = [];
  useSession.setState({ user: { id: 1, role: 'admin' } as never, isReady: true });
  vi.stubGlobal('fetch', async (_url: string | URL, init?: RequestInit) => {
    const body = init?.method === 'PUT' ? (JSON.parse(String(init.body)) as Record<string, unknown>) : null;
    if (body) sent.push(body);
    const isRefused = body !== null && 'accent' in body;
    return new Response(JSON.stringify(isRefused ? refusal : { ...empty, defaults, ...body, read: undefined }), {
      status: isRefused ? 400 : 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  const { Component } = page;
  await act(async () =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PlatformContext value={fakePlatform()}>
          <MemoryRouter>
            <Component />
          </MemoryRouter>
        </PlatformContext>
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useSession.setState({ user: null });
});

const type = async (label: string, value: string) =>
  act(async () => void fireEvent.change(await screen.findByLabelText(label), { target: { value } }));
const save = async () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })));

it('shows the defaults as placeholders, and sends only what was changed, with what was read', async () => {
  expect((await screen.findByLabelText('Support phone')).getAttribute('placeholder')).toBe('(555) 555-0100');
  await type('Name', 'Bright Bay');
  await save();
  await vi.waitFor(() => expect(sent).toEqual([{ brand: 'Bright Bay', read: { brand: '' } }]));
  await vi.waitFor(() => expect(screen.queryByText('You have unsaved changes.')).toBeNull());
});

it('shows why a color was refused, and keeps what was typed', async () => {
  await type('Color', '#7fd1c7');
  await save();
  expect(await screen.findByText(/The closest color that works is #247b73\./)).toBeTruthy();
  expect((screen.getByLabelText('Color') as HTMLInputElement).value).toBe('#7fd1c7');
});
