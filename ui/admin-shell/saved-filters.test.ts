import { afterEach, expect, it, vi } from 'vitest';
import { filterOf, readFilters, withFilter, writeFilters } from './saved-filters.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('keeps filters per account and page', () => {
  const filters = [{ name: 'Texas', search: 'q=TX' }];
  expect(writeFilters(1, '/admin/listings', filters)).toBe(true);
  expect(readFilters(1, '/admin/listings')).toEqual(filters);
  expect([readFilters(2, '/admin/listings'), readFilters(1, '/admin/users')]).toEqual([[], []]);
});

it('ignores stored values that are not filters', () => {
  for (const text of ['nonsense', '{"name":"x"}', '[null,3,{"name":1,"search":"q"}]']) {
    localStorage.setItem('filters 1 /admin/users', text);
    expect(readFilters(1, '/admin/users')).toEqual([]);
  }
});

it('reports that the browser stores nothing', () => {
  const closed = () => {
    throw new Error('closed');
  };
  vi.stubGlobal('localStorage', { setItem: closed, getItem: closed });
  expect(readFilters(1, '/admin/users')).toEqual([]);
  expect(writeFilters(1, '/admin/users', [])).toBe(false);
});

it('ignores parameter order, the page number, and the open row', () => {
  const names = ['q', 'role'];
  const search = filterOf(new URLSearchParams('role=admin&page=3&q=%26x&open=4'), names);
  expect(search).toBe('q=%26x&role=admin');
  expect(filterOf(new URLSearchParams('page=2&role='), names)).toBe('');
});

it('replaces a filter of the same name and sorts by name', () => {
  const filters = withFilter([{ name: 'b', search: '1' }], { name: 'a', search: '2' });
  expect(withFilter(filters, { name: 'b', search: '3' })).toEqual([
    { name: 'a', search: '2' },
    { name: 'b', search: '3' },
  ]);
});
