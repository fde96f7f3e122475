// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { pageNumbers, Pagination } from './Pagination.tsx';

const draw = (page: number, pages: number) =>
  render(
    <MemoryRouter>
      <Pagination page={page} pages={pages} hrefFor={(target) => `/list?page=${target}`} />
    </MemoryRouter>,
  );

describe('Pagination', () => {
  it('shows seven entries from eight pages on, always with the first, last, and current page', () => {
    for (let pages = 8; pages <= 40; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const shown = pageNumbers(page, pages);
        const numbers = shown.filter((entry) => typeof entry === 'number');
        expect(shown).toHaveLength(7);
        expect(numbers).toContain(page);
        expect(numbers[0]).toBe(1);
        expect(numbers.at(-1)).toBe(pages);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      }
    }
  });

  it('shows the pages next to the current one', () => {
    expect(pageNumbers(12, 240)).toEqual([1, 'gap-before', 11, 12, 13, 'gap-after', 240]);
    expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
  });

  it('consists of links and marks the current page', () => {
    draw(2, 9);
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/list?page=3');
    expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/list?page=1');
  });

  it('has no previous link on the first page, and renders nothing for a single page', () => {
    const { unmount } = draw(1, 9);
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull();
    unmount();
    draw(1, 1);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
