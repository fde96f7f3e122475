import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { useSession } from '#ui/base/session.ts';
import { ClaimEvidence } from './ClaimEvidence.tsx';

const claim = (id: number, ...names: string[]) =>
  ({
    id,
    kind: 'claim',
    status: 'pending',
    submittedAt: '2026-01-01T00:00:00Z',
    dentist: { name: `Dr. ${id}`, href: `/dentists/${id}` },
    listing: { id, name: `Dr. ${id}` },
    evidence: { verdict: 'weak', score: 0, reasons: [] },
    attachments: names.map((name, at) => ({
      id: id * 10 + at,
      kind: 'document',
      name,
      type: 'application/pdf',
      size: 9,
    })),
    otherClaims: { pending: 0, approved: 0, rejected: 0, latest: [] },
    timeline: [],
    warnings: [],
    identityChanges: [],
    rivals: 0,
    claimant: null,
  }) as unknown as ClaimDossier;

function Review({ claims }: { claims: ClaimDossier[] }) {
  const [at, setAt] = useState(0);
  const [showsDocuments, setShowsDocuments] = useState(false);
  return (
    <>
      <button onClick={() => setAt(at + 1)}>Next claim</button>
      <ClaimEvidence
        key={at}
        claim={claims[at]!}
        position=""
        viewers={[]}
        keys
        showsDocuments={showsDocuments}
        onShowDocuments={setShowsDocuments}
        onSnoozed={() => {}}
      />
    </>
  );
}
const show = (claims: ClaimDossier[]) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={fakePlatform()}>
        <MemoryRouter>
          <Review claims={claims} />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
const documentOf = (name: string) => screen.queryByRole('region', { name: `Document ${name}` });

beforeEach(() => {
  useSession.setState({ user: { id: 1, role: 'admin', name: 'Maria' } as never, isReady: true });
  vi.stubGlobal('fetch', async () => new Response('x'));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { pdfViewerEnabled: true }));
  URL.createObjectURL = () => 'about:blank';
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  useSession.setState({ user: null });
  vi.unstubAllGlobals();
});

it('keeps documents open from claim to claim, also past one that has none, until D closes them', async () => {
  show([claim(1, 'one.pdf', 'two.pdf'), claim(2), claim(3, 'three.pdf')]);
  fireEvent.keyDown(document.body, { key: 'd' });
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(documentOf('two.pdf')).toBeTruthy();
  fireEvent.click(screen.getByText('Next claim'));
  fireEvent.click(screen.getByText('Next claim'));
  expect(documentOf('three.pdf')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'd' });
  expect(documentOf('three.pdf')).toBeNull();
});

it('says that a clicked PDF has the keys, and takes them back when the pointer leaves it', async () => {
  show([claim(1, 'one.pdf')]);
  fireEvent.keyDown(document.body, { key: 'd' });
  const frame = await screen.findByTitle('one.pdf');
  act(() => {
    frame.focus();
    window.dispatchEvent(new Event('blur'));
  });
  expect(document.activeElement).toBe(frame);
  expect(screen.getByText(/^Keys go to the document\./)).toBeTruthy();
  fireEvent.pointerMove(document.body);
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByText(/^Keys go to the document\./)).toBeNull();
});

it('shows a held listing next to those that it matches, publishes it, or merges it', async () => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'POST' && !address.endsWith('/viewing'))
      sent.push([address, typeof body === 'string' && JSON.parse(body)]);
    return new Response(method === 'GET' ? '[]' : '{"mergeId":1,"ok":true}', {
      headers: { 'content-type': 'application/json' },
    });
  });
  const match = { id: 7, name: 'Dr. Original', practiceName: null, phone: '(303) 555-0100', address: '1 Elm St, Denver', website: null, href: '/profile/7', claimed: true, why: 'It has the same phone number.' }; // prettier-ignore
  show([{ ...claim(1), kind: 'new_listing', matches: [match] } as ClaimDossier]);
  expect(screen.getByText('Dr. Original')).toBeTruthy();
  expect(screen.getByText('It has the same phone number.')).toBeTruthy();
  expect(screen.getByText(', which has an owner', { exact: false })).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByText('Merge into listing 7')));
  await act(async () => fireEvent.click(screen.getByText('No, publish it')));
  expect(sent).toEqual([
    ['/api/admin/listings/7/merge', { otherId: 1 }],
    ['/api/admin/listings/1/publish', false],
  ]);
});
