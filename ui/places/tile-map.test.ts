import { describe, expect, it } from 'vitest';
import { usStates } from '#shared/places/states.ts';
import { shadeOf, tilePositions } from './tile-map.ts';

describe('the tile map', () => {
  it('has exactly one tile for each state, district, and territory', () => {
    expect([...tilePositions.keys()].toSorted()).toEqual(usStates.map(({ code }) => code).toSorted());
    expect(new Set([...tilePositions.values()].map(({ column, row }) => `${column}/${row}`)).size).toBe(
      usStates.length,
    );
  });
  it('places states north, south, east, and west of each other as on a map', () => {
    const at = (code: string) => tilePositions.get(code)!;
    expect(at('WA').row).toBeLessThan(at('OR').row);
    expect(at('OR').row).toBeLessThan(at('CA').row);
    expect(at('CA').column).toBeLessThan(at('NY').column);
    expect(at('FL').row).toBeGreaterThan(at('GA').row);
  });
  it.each([
    [0, 100, 0],
    [1, 100, 1],
    [20, 100, 1],
    [21, 100, 2],
    [40, 100, 2],
    [41, 100, 3],
    [61, 100, 4],
    [80, 100, 4],
    [81, 100, 5],
    [100, 100, 5],
    [0, 0, 0],
  ])('%i of %i is shade %i', (count, most, shade) => expect(shadeOf(count, most)).toBe(shade));
});
