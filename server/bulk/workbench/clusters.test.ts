import { describe, expect, it } from 'vitest';
import { readPlaces } from '#server/base/db/places/places-data.ts';
import { fingerprint, ngramFingerprint, phoneticKey } from './cluster-keys.ts';
import { clusterValues, type ClusterOptions } from './clusters.ts';
import { editDistance } from './edit-distance.ts';

const count = (counts: Record<string, number>) => Object.entries(counts).map(([value, n]) => ({ value, count: n }));
const group = async (counts: Record<string, number>, options: ClusterOptions = {}) =>
  (await clusterValues(count(counts), options)).map(({ values }) => values.map(({ value }) => value).toSorted());
const letters = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));

describe('the keys that OpenRefine publishes', () => {
  it.each([
    ['the multi multi word test', 'multi test the word'],
    [' école ÉCole ecoLe ', 'ecole'],
    ['a b c d', 'a b c d'],
    [' d c b a ', 'a b c d'],
    ['\tABC \t DEF ', 'abc def'],
    ['bbb\taaa', 'aaa bbb'],
    ['æø', 'aeoe'],
    ['©ß', 'css'],
    ['ÐðÞþǷƿ', 'ddththww'],
    ['ﬀﬁﬂﬃﬅﬆ', 'fffiflffistst'],
    ['ÀÁÂÃÄÅàáâãäåĀāĂăĄą', 'a'.repeat(18)],
    ['ÇçĆćĈĉĊċČč', 'c'.repeat(10)],
    ['ÐðĎďĐđ', 'd'.repeat(6)],
    ['ÈÉÊËèéêëĒēĔĕĖėĘęĚě', 'e'.repeat(18)],
    ['ĜĝĞğĠġĢģ', 'g'.repeat(8)],
    ['ĤĥĦħ', 'h'.repeat(4)],
    ['ÌÍÎÏìíîïĨĩĪīĬĭĮįİı', 'i'.repeat(18)],
    ['ĴĵĶķĸ', 'jjkkk'],
    ['ĹĺĻļĽľŁłĿŀ', 'l'.repeat(10)],
    ['ÑñŃńŅņŇňŉŊŋ', 'n'.repeat(11)],
    ['ÒÓÔÕÖòóôõöŌōŎŏŐő', 'o'.repeat(16)],
    ['Øø', 'oeoe'],
    ['ŔŕŖŗŘř', 'r'.repeat(6)],
    ['ŚśŜŝŞşŠšſ', 's'.repeat(9)],
    ['ŢţŤťŦŧ', 't'.repeat(6)],
    ['ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲų', 'u'.repeat(20)],
    ['ŴŵÝýÿŶŷŸŹźŻżŽž', 'wwyyyyyyzzzzzz'],
    [
      'a\t\nb\vc\fd\re\u0085f\u00a0g\u1680h\u2000i\u2001j\u2002k\u2003l\u2004m\u2005n\u2006o\u2007p\u2008q\u2009r\u200as\u2028t\u2029u\u202fv\u205fw\u3000z',
      'a b c d e f g h i j k l m n o p q r s t u v w z',
    ],
    [`${letters(0xc0, 0xd6)}${letters(0xd8, 0xf6)}${letters(0xf8, 0xff)}`, 'aaaaaaaeceeeeiiiidnooooooeuuuuythssaaaaaaaeceeeeiiiidnooooooeuuuuythy'],
    ['O’Brien, O\'Brien', 'obrien'],
  ])('%j is %s', (value, key) => expect(fingerprint(value)).toBe(key)); // prettier-ignore

  it.each([
    ['abcdefg', 'abbccddeeffg'],
    ['gfedcba', 'bacbdcedfegf'],
    ['a b c d e f g', 'abbccddeeffg'],
    [' a,b.c d\te!f?g ', 'abbccddeeffg'],
    ['écÉCec', 'ceec'],
  ])('%j has the pairs %s', (value, key) => expect(ngramFingerprint(value)).toBe(key));
});

it('hears names that sound alike', () => {
  for (const [a, b] of [
    ['Phillips', 'Filips'],
    ['Knight', 'Night'],
    ['Schmidt', 'Skmidt'],
    ['Meyer', 'Mayer'],
  ])
    expect(phoneticKey(a!)).toBe(phoneticKey(b!));
  expect(phoneticKey('Houston')).not.toBe(phoneticKey('Boston'));
});

it('suggests the most frequent value that suits the column', async () => {
  const values = count({ Massachusets: 21, Massachusetts: 20, 'MASSACHUSETTS ': 3, Texas: 9 });
  const suits = (value: string) => value.trim().toLowerCase() === 'massachusetts';
  const [cluster, ...others] = await clusterValues(values, { suits });
  expect(others).toEqual([]);
  expect([cluster!.suggested, cluster!.values.length]).toEqual(['Massachusetts', 3]);
  expect((await clusterValues(values))[0]!.suggested).toBe('Massachusets');
});

it('groups by the chosen method, and numbers by none', async () => {
  const values = { 'New York': 3, NewYork: 1, 'york new': 1, 'New Yrok': 1, 'Nu York': 1 };
  expect(await group(values, { method: 'fingerprint' })).toEqual([['New York', 'york new']]);
  expect(await group({ 'New York': 3, NewYork: 1 }, { method: 'ngram' })).toEqual([['New York', 'NewYork']]);
  expect((await group(values, { method: 'phonetic' }))[0]).toContain('Nu York');
  expect((await group(values))[0]).toContain('New Yrok');
  expect([editDistance('salem', 'slaem', 2), editDistance('salem', 'boston', 2)]).toEqual([1, 3]);
  expect(await group({ 'Suite 100': 1, 'Suite 101': 1, Salem: 1, Boston: 1 })).toEqual([]);
});

it('makes no chains, and takes the radius literally', async () => {
  const chain = { abcdefgh: 9, abcdefgx: 5, abcdefyx: 4, abcdezyx: 3 };
  expect(await group(chain, { radius: 1 })).toEqual([['abcdefgh', 'abcdefgx'], ['abcdefyx', 'abcdezyx']]); // prettier-ignore
  expect(await group(chain, { radius: 2 })).toEqual([['abcdefgh', 'abcdefgx', 'abcdefyx']]);
});

it('never puts two values together that are known to differ, by any method', async () => {
  const isTown = new Set(['Houston', 'Hurston', 'Morton', 'Norton']);
  const options: ClusterOptions = {
    isKnown: (value) => isTown.has(value),
    mayJoin: (a, b) => !(isTown.has(a) && isTown.has(b)),
  };
  const values = { Houston: 9, Hurston: 5, Huston: 30, Morton: 3, Norton: 2, Nortom: 1 };
  const groups = await clusterValues(count(values), options);
  expect(groups.map(({ suggested }) => suggested).toSorted()).toEqual(['Houston', 'Norton']);
  for (const method of ['fingerprint', 'ngram', 'phonetic', 'nearest'] as const)
    for (const members of await group(values, { ...options, method, radius: 3 }))
      expect(members.filter((value) => isTown.has(value)).length).toBeLessThan(2);
});

it('joins no two real towns in a city column of 7,000 rows, and gathers their misspellings', async () => {
  const { cities } = await readPlaces();
  const towns = [...new Set(cities.filter(({ id }) => id % 6 === 0).map(({ name }) => name.toUpperCase()))];
  const typos = new Map(
    towns
      .filter((name) => name.length >= 8 && !/[^A-Z]/.test(name))
      .slice(0, 300)
      .map((name) => [`${name.slice(0, 3)}${name[4]}${name[3]}${name.slice(5)}`, name]),
  );
  const rows = [...Array.from({ length: 7_000 - typos.size }, (_, n) => towns[n % towns.length]!), ...typos.keys()];
  const counts: Record<string, number> = {};
  for (const row of rows) counts[row] = (counts[row] ?? 0) + 1;
  const town = new Set(cities.map(({ name }) => fingerprint(name)));
  const isKnown = (value: string) => town.has(fingerprint(value));
  const mayJoin = (a: string, b: string) => !isKnown(a) || !isKnown(b) || fingerprint(a) === fingerprint(b);
  for (const method of ['fingerprint', 'ngram', 'phonetic', 'nearest'] as const)
    for (const { values } of await clusterValues(count(counts), { method, radius: 3, isKnown, mayJoin }))
      expect(
        new Set(values.filter(({ value }) => isKnown(value)).map(({ value }) => fingerprint(value))).size,
      ).toBeLessThan(2);
  const near = await clusterValues(count(counts), { radius: 1, isKnown, mayJoin });
  const gathered = [...typos].filter(([typo]) => near.some(({ values }) => values.some(({ value }) => value === typo)));
  expect(gathered.length).toBeGreaterThan(typos.size * 0.9);
}, 60_000);
