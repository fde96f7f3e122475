import { describe, expect, it } from 'vitest';
import { packRows, unpackRows } from './packed-rows.ts';

const replies: Record<string, unknown> = {
  'equal objects': { items: [{ id: 1, name: 'Ann' }, { id: 2, name: null }], total: 2 }, // prettier-ignore
  'lists inside of rows': [
    { id: 1, services: [{ id: 7, name: 'Fillings' }, { id: 8, name: 'Veneers' }], why: { paid: true } },
    { id: 2, services: [], why: null },
  ], // prettier-ignore
  'objects with different fields': [{ id: 1 }, { id: 2, name: 'Bo' }, { name: 'Cy', id: 3 }],
  'objects with the same fields in another order': [{ a: 1, b: 2 }, { b: 3, a: 4 }], // prettier-ignore
  'one object': [{ id: 1 }],
  'empty objects': [{}, {}],
  'plain values': ['a', 1, null, true, [[]], [['b'], []]],
};

describe('packed rows', () => {
  it.each(Object.entries(replies))('restore %s', (_, reply) => {
    const packed = JSON.parse(JSON.stringify(packRows(reply))) as unknown;
    const restored = unpackRows(packed);
    expect(JSON.stringify(restored)).toBe(JSON.stringify(reply));
  });

  it('name each field once', () => {
    const rows = Array.from({ length: 10 }, (_, id) => ({ id, practiceName: 'x' }));
    const text = JSON.stringify(packRows(rows));
    expect(text.match(/practiceName/g)).toHaveLength(1);
  });
});
