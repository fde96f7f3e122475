import { describe, expect, it } from 'vitest';
import { isValidNpi } from '#server/claims/evidence/npi.ts';
import { makeNpi } from '../test/npi.ts';
import { writeCredentials } from './credentials.ts';
import { writeAddress, writeName, writePersonName } from './natural-case.ts';
import { parseDate } from './provider.ts';
import { isDentist } from './taxonomies.ts';

describe('natural case', () => {
  it.each([
    ['MCALLEN', 'McAllen'],
    ['DESOTO', 'DeSoto'],
    ["O'BRIEN", "O'Brien"],
    ["D'ANGELO-SMITH", "D'Angelo-Smith"],
    ['MACDONALD', 'MacDonald'],
    ['MACK', 'Mack'],
    ['ST. LOUIS', 'St. Louis'],
    ["ST. MARY'S CHILDREN'S DENTISTRY, P.C.", "St. Mary's Children's Dentistry, P.C."],
    ['BRIGHT SMILES OF AUSTIN PLLC', 'Bright Smiles of Austin PLLC'],
    ['THE DENTISTS AT SW PLAZA LLC', 'The Dentists at SW Plaza LLC'],
    ['JOHN SMITH DDS, MS, PA', 'John Smith DDS, MS, PA'],
    ['ABC DENTAL & TMJ CENTER', 'Abc Dental & TMJ Center'],
    ['1ST CHOICE DENTAL', '1st Choice Dental'],
    ['VAN DER BERG', 'Van Der Berg'],
    ['Jane van Dyke', 'Jane van Dyke'],
    ['NGUYEN', 'Nguyen'],
    ['LEE', 'Lee'],
    ['', ''],
  ])('writes %s as %s', (capitals, natural) => expect(writeName(capitals)).toBe(natural));

  it.each([
    ['123 SW 5TH AVE', '# 200', '123 SW 5th Ave, #200'],
    ['123 N MAIN ST STE B2', '', '123 N Main St Ste B2'],
    ['PO BOX 12', '', 'PO Box 12'],
    ['4501 FM 1960 RD W', 'SUITE 100', '4501 FM 1960 Rd W, Suite 100'],

    ['1 ELM ST STE 5', 'STE 5', '1 Elm St Ste 5'],
  ])('writes %s %s as %s', (line1, line2, natural) => expect(writeAddress(line1, line2)).toBe(natural));

  it.each([
    [{ first: 'JANE', middle: 'ANN', last: "O'BRIEN", suffix: 'III' }, "Jane A. O'Brien III"],
    [{ first: 'JOHN', middle: '', last: 'MCALLEN', suffix: 'JR.' }, 'John McAllen Jr.'],
    [{ first: 'J', middle: 'EDGAR', last: 'LEE', suffix: '' }, 'J Lee'],
    [{ first: 'VI', middle: '', last: 'NG', suffix: 'II' }, 'Vi Ng II'],
  ])('writes the name of a person', (person, name) => expect(writePersonName(person)).toBe(name));
});

it.each([
  ['D.D.S.', 'DDS'],
  ['DDS, M.S.', 'DDS, MS'],
  ['D M D', 'DMD'],
  ['DMD PHD', 'DMD, PhD'],
  ['DDS PC', 'DDS'],
  ['DR.', null],
  ['', null],
])('writes the credentials %s as %s', (text, degrees) => expect(writeCredentials(text)).toBe(degrees));

it('knows dental taxonomies', () => {
  const dental = ['122300000X', '1223G0001X', '1223X2210X', '125Q00000X', '1223Z9999X'];
  expect(dental.filter(isDentist)).toEqual(dental);
  expect(['124Q00000X', '126800000X', '122400000X', '390200000X', '261QD0000X', '1223'].filter(isDentist)).toEqual([]);
});

it('reads dates that exist', () => {
  expect(['05/23/2006', '02/30/2020', '13/01/2020', '', '5/1/2020'].map(parseDate)).toEqual([
    '2006-05-23', null, null, null, null,
  ]); // prettier-ignore
});

it('makes NPIs with the right check digit', () => {
  expect([1, 99_999_999, 12_345_678, 70].every((number) => isValidNpi(makeNpi(number)))).toBe(true);
  expect(isValidNpi('1234567893')).toBe(true);
});
