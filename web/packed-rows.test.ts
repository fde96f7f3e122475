import { describe, expect, it } from 'vitest';
import { packReplies, unpackReplies } from './packed-rows.ts';

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
  'repeated texts': [{ monday: '8:00 AM - 5:00 PM', tuesday: '8:00 AM - 5:00 PM' }, ['8:00 AM - 5:00 PM', null, 5]],
  'repeated field names': [[{ zipCode: 1 }, { zipCode: 2 }], [{ zipCode: 3 }, { zipCode: 4 }]], // prettier-ignore
  'texts that look like references': ['~0', '~0', '~~1', '~', '~1x', '~abcdef', '~abcdef', 'abcdefg', 'abcdefg'],
};

describe('packed replies', () => {
  it.each(Object.entries(replies))('restore %s', (_, reply) => {
    const packed = JSON.parse(JSON.stringify(packReplies(reply))) as [string[], unknown];
    expect(JSON.stringify(unpackReplies(packed))).toBe(JSON.stringify(reply));
  });

  it('name each field once, and write each text once', () => {
    const rows = Array.from({ length: 10 }, (_, id) => ({ id, practiceName: 'Linden Dental' }));
    const text = JSON.stringify(packReplies(rows));
    expect(text.match(/practiceName/g)).toHaveLength(1);
    expect(text.match(/Linden Dental/g)).toHaveLength(1);
  });
});
