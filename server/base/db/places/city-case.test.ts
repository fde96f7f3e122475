import { expect, test } from 'vitest';
import { toNaturalCase } from './city-case.ts';

test.each([
  ['Mcallen', 'TX', 'McAllen'],
  ['Mckinney', 'TX', 'McKinney'],
  ['Fort Mccoy', 'FL', 'Fort McCoy'],
  ['Desoto', 'TX', 'DeSoto'],
  ['Desoto', 'GA', 'Desoto'],
  ['Dekalb', 'IL', 'DeKalb'],
  ['Mcchord Afb', 'WA', 'McChord AFB'],
  ['Mcbh Kaneohe Bay', 'HI', 'MCBH Kaneohe Bay'],
  ['Macon', 'GA', 'Macon'],
  ['Austin', 'TX', 'Austin'],
])('%s, %s becomes %s', (name, state, natural) => expect(toNaturalCase(name, state)).toBe(natural));
