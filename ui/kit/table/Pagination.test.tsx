// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { pageNumbers, Pagination } from './Pagination.tsx';

afterEach(cleanup);

const draw = (page: number, pages: number) =>
  render(
    <MemoryRouter>
      <Pagination page={page} pages={pages} hrefFor={(target) => `/list?page=${target}`} />
    </MemoryRouter>,
  );

describe('Pagination', () => {
  it('keeps seven places from the eighth page on, always with the first, the last and the current one', () => {
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

  it('shows neighbours of the current page', () => {
    expect(pageNumbers(12, 240)).toEqual([1, 'gap-before', 11, 12, 13, 'gap-after', 240]);
    expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
  });

  it('is made of links, and marks where one is', () => {
    draw(2, 9);
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/list?page=3');
    expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/list?page=1');
  });

  it('has no way before the first page, and is not there for a single one', () => {
    const { unmount } = draw(1, 9);
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull();
    unmount();
    draw(1, 1);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
