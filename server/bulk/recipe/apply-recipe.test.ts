import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recipe as recipeSchema, type Recipe, type RecipeStep } from '#contract/bulk/recipe.ts';
import { compileRecipe, nameColumns } from './apply-recipe.ts';
import { formatDate, formatPhone, mapItems } from './cell-changes.ts';

const headers = ['Name', 'City', 'Phone'];
const cell = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ';', ',', '6', '1', 'é', '-', '/'), maxLength: 14 });
const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });
const column = fc.constantFrom(...headers);
const step: fc.Arbitrary<RecipeStep> = fc.oneof(
  fc.record({ do: fc.constant('trim' as const), column }),
  fc.record({ do: fc.constant('case' as const), column, to: fc.constantFrom('upper' as const, 'lower', 'title') }),
  fc.record({ do: fc.constant('replace' as const), column, find: fc.constantFrom('a', '6', '; '), with: cell }),
  fc.record({ do: fc.constant('fill' as const), column, value: cell, onlyBlank: fc.boolean() }),
  fc.record({ do: fc.constant('map' as const), column, values: fc.dictionary(cell, cell, { maxKeys: 4 }) }),
  fc.record({
    do: fc.constant('split' as const),
    column,
    by: fc.constant('-'),
    into: fc.constant<string[]>(['City', 'Rest']),
  }),
  fc.record({
    do: fc.constant('join' as const),
    columns: fc.constant<string[]>(['Name', 'City']),
    by: fc.constant(', '),
    into: fc.constantFrom('Both', 'Name'),
  }),
  fc.record({ do: fc.constant('phone' as const), column }),
  fc.record({ do: fc.constant('date' as const), column, order: fc.constantFrom('month' as const, 'day') }),
  fc.record({ do: fc.constant('edit' as const), line: fc.integer({ min: 2, max: 6 }), column, value: cell }),
);

type Table = { headers: string[]; rows: string[][] };
const applyTo = (table: Table, steps: Recipe): Table => {
  const recipe = compileRecipe(steps, table.headers);
  return { headers: recipe.headers, rows: table.rows.map((cells, index) => [...recipe.apply(cells, index + 2)]) };
};

/** The plain counterpart: one step at a time on a whole table of named cells. */
function applyPlainly({ headers: names, rows: list }: Table, change: RecipeStep): Table {
  const records = list.map((cells) => new Map(names.map((name, index) => [name, cells[index]!])));
  const added = new Set(names);
  records.forEach((record, index) => {
    const get = (name: string) => record.get(name) ?? '';
    const set = (name: string, text: string) => (added.add(name), record.set(name, text));
    switch (change.do) {
      case 'trim':
        return set(change.column, get(change.column).split(/\s+/).filter(Boolean).join(' '));
      case 'case':
        if (change.to === 'title') return set(change.column, applyOne(get(change.column), change));
        return set(change.column, change.to === 'upper' ? get(change.column).toUpperCase() : get(change.column).toLowerCase()); // prettier-ignore
      case 'replace':
        return set(change.column, get(change.column).split(change.find).join(change.with));
      case 'fill':
        return !change.onlyBlank || get(change.column).trim() === '' ? set(change.column, change.value) : null;
      case 'map':
        return Object.hasOwn(change.values, get(change.column)) ? set(change.column, change.values[get(change.column)]!) : null; // prettier-ignore
      case 'split': {
        const [first = '', ...rest] = get(change.column).split(change.by);
        set(change.into[0]!, first.trim());
        return set(change.into[1]!, rest.join(change.by).trim());
      }
      case 'join':
        return set(change.into, change.columns.map((name) => get(name).trim()).filter((text) => text !== '').join(change.by)); // prettier-ignore
      case 'phone':
        return set(change.column, formatPhone(get(change.column)));
      case 'date':
        return set(change.column, formatDate(get(change.column), change.order));
      case 'edit':
        return change.line === index + 2 ? set(change.column, change.value) : null;
      case 'items':
        return set(change.column, mapItems(get(change.column), new Map(Object.entries(change.values))));
    }
  });
  if (change.do === 'split') change.into.forEach((name) => added.add(name));
  if (change.do === 'join') added.add(change.into);
  const allNames = [...added];
  return { headers: allNames, rows: records.map((record) => allNames.map((name) => record.get(name) ?? '')) };
}
const applyOne = (text: string, change: RecipeStep) =>
  compileRecipe([{ ...change, column: 'Only' } as RecipeStep], ['Only']).apply([text], 1)[0]!;

describe('a recipe', () => {
  it('equals its steps applied plainly, one after the other', () =>
    fc.assert(
      fc.property(rows, fc.array(step, { maxLength: 6 }), (list, steps) => {
        const table = { headers, rows: list.map((cells) => [...cells]) };
        const expected = steps.reduce(applyPlainly, table);
        expect(applyTo(table, steps)).toEqual(expected);
      }),
      { numRuns: 400 },
    ));

  it('equals its replacements applied one after the other, also where one undoes another', () => {
    const value = fc.constantFrom('', 'a', 'b', 'c', 'd', '__proto__');
    const replacement = fc.record({
      do: fc.constant('map' as const),
      column: fc.constantFrom('Name', 'City'),
      values: fc.dictionary(value, value, { maxKeys: 3, noNullPrototype: true }),
    });
    const edit = fc.record({ do: fc.constant('edit' as const), line: fc.constantFrom(2, 3), column: fc.constant('Name'), value }); // prettier-ignore
    const steps = fc.array(fc.oneof({ weight: 6, arbitrary: replacement }, edit), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 }), steps, (list, changes) => {
        const table = { headers, rows: list.map((cells) => [...cells]) };
        expect(applyTo(table, changes)).toEqual(changes.reduce(applyPlainly, table));
      }),
      { numRuns: 500 },
    );
  });

  it('leaves the cells it reads untouched, so that undo restores them byte for byte', () =>
    fc.assert(
      fc.property(rows, fc.array(step, { minLength: 1, maxLength: 6 }), (list, steps) => {
        const table = { headers, rows: list.map((cells) => [...cells]) };
        const original = JSON.stringify(table);
        const before = applyTo(table, steps.slice(0, -1));
        applyTo(table, steps);
        expect(JSON.stringify(table)).toBe(original);
        expect(applyTo(table, steps.slice(0, -1))).toEqual(before);
        expect(applyTo(table, [])).toEqual(table);
      }),
      { numRuns: 200 },
    ));

  it('survives JSON', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
        expect(recipeSchema.parse(JSON.parse(JSON.stringify(steps)))).toEqual(steps.map((one) => JSON.parse(JSON.stringify(one)) as RecipeStep)); // prettier-ignore
      }),
    ));

  it('skips steps for columns that the file lacks, and names them', () => {
    const recipe = compileRecipe(
      [
        { do: 'trim', column: 'Fax' },
        { do: 'case', column: 'City', to: 'upper' },
      ],
      headers,
    );
    expect([recipe.missing, recipe.apply(['a', 'b', 'c'], 2)]).toEqual([['Fax'], ['a', 'B', 'c']]);
  });

  it('names blank and repeated columns', () => {
    expect(nameColumns(['Phone', '', 'Phone', 'Phone (2)'])).toEqual([
      'Phone',
      'Column 2',
      'Phone (2)',
      'Phone (2) (2)',
    ]);
  });
});

describe('cell changes', () => {
  it.each([
    ['3/1/2026', 'month', '2026-03-01'],
    ['3/1/2026', 'day', '2026-01-03'],
    ['31.12.99', 'day', '1999-12-31'],
    ['Mar 1, 2026', 'month', '2026-03-01'],
    ['1-Mar-26', 'month', '2026-03-01'],
    ['2026-03-01 00:00:00', 'month', '2026-03-01'],
    ['2/30/2026', 'month', '2/30/2026'],
    ['soon', 'month', 'soon'],
  ] as const)('reads the date %s', (text, order, expected) => expect(formatDate(text, order)).toBe(expected));

  it('maps items of a list and leaves blank ones out', () => {
    const values = new Map([
      ['Cleanings', 'Cleaning'],
      ['Fax', ''],
    ]);
    expect(mapItems('Cleanings; Fax; Veneers', values)).toBe('Cleaning; Veneers');
    expect(mapItems('Cleanings, Veneers', values)).toBe('Cleaning; Veneers');
    expect(mapItems('Veneers , Crowns', values)).toBe('Veneers , Crowns');
    expect(mapItems('Fax', values)).toBe('');
  });
});
