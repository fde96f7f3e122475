import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { useSession } from '#ui/base/session.ts';
import { page } from './SuggestionsPage.tsx';

const Suggestions = page.Component;
const reply = {
  topics: [
    { topic: 'hours', label: 'Office hours', open: 12, forOwners: 3 },
    { topic: 'languages', label: 'Languages', open: 1, forOwners: 0 },
    { topic: 'insurancePlans', label: 'Insurance plans', open: 0, forOwners: 0 },
    { topic: 'services', label: 'Services', open: 0, forOwners: 0 },
  ],
  websites: { all: 300, visited: 280, due: 0, failed: 9 },
  suggestions: [
    {
      id: 7,
      dentistId: 31,
      name: 'Ana Silva',
      href: '/profile/31',
      topic: 'languages',
      values: [{ label: 'Languages', value: 'English, Korean' }],
      page: 'https://silva.example/about',
      quote: 'Our team speaks English and Korean.',
      certainty: 80,
      seenAt: '2026-11-20T12:00:00.000Z',
    },
  ],
};
const sent: { address: string; method: string; body: unknown }[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    sent.push({ address, method, body: typeof body === 'string' ? JSON.parse(body) : null });
    const answer = method === 'GET' ? reply : address.endsWith('/decline') ? { declined: 1 } : { id: 4 };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function open(role: 'admin' | 'analyst') {
  useSession.setState({ user: { id: 1, role } as never, isReady: true });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={fakePlatform()}>
        <MemoryRouter>
          <Suggestions />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
}
const button = (name: RegExp) => screen.getByRole('button', { name });

it('shows each suggestion with the words of its page, and accepts or declines the selected ones', async () => {
  open('admin');
  expect(await screen.findByText('Our team speaks English and Korean.')).toBeTruthy();
  expect(screen.getByText('Languages: English, Korean')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'https://silva.example/about' })).toBeTruthy();
  expect(button(/Office hours: 12, 3 for owners/)).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: /Ana Silva/ }));
  fireEvent.click(button(/Accept 1 selected/));
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ address: expect.stringMatching(/website\/accept$/), body: { ids: [7] } })); // prettier-ignore
  fireEvent.click(button(/Decline 1 selected/));
  await vi.waitFor(() => expect(sent.find(({ address }) => address.endsWith('/decline'))?.body).toEqual({ ids: [7] }));
});

it('accepts a whole topic only after a question', async () => {
  open('admin');
  fireEvent.click(await screen.findByRole('button', { name: /Office hours/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Accept all 12' }));
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await vi.waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ topic: 'hours' }));
});

it('offers an analyst nothing to do', async () => {
  open('analyst');
  expect(await screen.findByText('Our team speaks English and Korean.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Accept|Decline|Visit websites/ })).toBeNull();
});
