// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { testListing } from '../test-listing.ts';
import type { CardListing } from './card-search.ts';
import { ListingCard } from './ListingCard.tsx';
import sheet from './ListingCard.module.css?raw';

const now = new Date('2026-03-09T15:00:00Z');
const renderCard = (changes: Partial<CardListing> = {}, view: 'list' | 'grid' = 'list') => {
  render(
    <MemoryRouter>
      <ListingCard listing={{ ...testListing, ...changes }} now={now} view={view} />
    </MemoryRouter>,
  );
  return within(screen.getByRole('article'));
};

describe('a card', () => {
  it.each(['list', 'grid'] as const)('in the %s shows the number that it calls', (view) => {
    const call = renderCard({}, view).getByRole('link', { name: /^Call Dana Whitfield, DDS \(512\) 555-0142$/ });
    expect(call.getAttribute('href')).toBe('tel:5125550142');
  });

  it('says where its rating comes from, or that no source is recorded', () => {
    expect(renderCard().getByText('Google').closest('[aria-hidden], details')).toBeNull();
    cleanup();
    expect(renderCard({ ratingSource: null }).getByText('unknown source')).toBeTruthy();
    cleanup();
    expect(renderCard({ rating: null, ratingSource: null }).queryByText('unknown source')).toBeNull();
  });

  it('calls a position that payment improved sponsored, next to its rating', () => {
    const why = { top: true, paid: true, rating: 4.9, miles: null, sentence: 'Because.' };
    expect(renderCard({ why }).getByText('Sponsored').nextElementSibling?.textContent).toMatch(/^Rated/);
    cleanup();
    // A paid plan alone improves no position.
    const unpaid = { ...why, top: false, paid: false };
    expect(renderCard({ why: unpaid, isPaid: true }).queryByText('Sponsored')).toBeNull();
  });

  it('shows the city and distance of an unclaimed listing, and nothing unconfirmed outside its details', () => {
    const why = {
      top: false,
      paid: false,
      rating: null,
      miles: 4.2,
      sentence: 'Sorted by rating and number of reviews.',
    };
    const card = renderCard({ claimed: false, why });
    expect(card.getByText(/about 4 mi away/).closest('details')).toBeNull();
    expect(card.getByText(/100 Main St/, { selector: 'span:not([aria-hidden])' }).closest('details')).not.toBeNull();
  });

  it('has the focus ring of its name inside its edges, because paid cards clip', () => {
    expect(sheet).toMatch(/\.name a:focus-visible::after \{[^}]*outline-offset: -\dpx/);
  });
});
