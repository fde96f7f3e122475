import { exactNames, findAlias, findAmbiguous } from './header-aliases.ts';

/** Clipped words of headers. */
const fullWords: Record<string, string> = {
  adr: 'address',
  addr: 'address',
  addresses: 'address',
  ln: 'line',
  nm: 'name',
  nme: 'name',
  names: 'name',
  num: 'number',
  nbr: 'number',
  cd: '',
  cde: '',
  code: '',
  abr: '',
  abbr: '',
  abbreviation: '',
  primary: '',
  pri: 'primary',
  ofc: 'office',
  tel: 'telephone',
  ph: 'phone',
  lic: 'license',
  spec: 'specialty',
  gndr: 'gender',
  cred: 'credentials',
  lang: 'language',
  accpt: 'accepting',
  accepts: 'accepting',
  np: 'newpatients',
  np1: 'newpatients',
  prac: 'practice',
  grp: 'group',
};
/** Words that make a column about something other than the listing. */
const otherWords = new Set(
  (
    'fax emergency cell mobile home after toll county country fips alt alternate other former previous plan school file owner ' +
    'user parent network product source link verification verify image photo picture logo map agency data status date ' +
    'issue expiration birth created updated tax emails degree language board exam supervisor administrator id ids url hours count'
  ).split(' '),
);
/** Words of an address that isn't where patients go. Its columns are used if the file has no others. */
const mailingWords = new Set(['mail', 'mailing', 'billing', 'shipping', 'correspondence']);
/** A name after one of these words is the practice's. */
const practiceWords = new Set(
  'site center centre clinic facility office practice group business company account organization org'.split(' '),
);
/** Fields that are never guessed from a part of a header. */
const wholeHeaders = new Set(['id', 'practiceType', 'rating', 'reviewCount', 'placeId']);

/** The words of a header, with clipped ones written out. */
const listWords = (header: string): string[] =>
  header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

export const isAboutSomethingElse = (header: string): boolean => listWords(header).some((word) => otherWords.has(word));

interface PartMatch {
  field: string;
  /** True for a mailing address. */
  isMailing: boolean;
}

/** Finds a field by the last words of a header, as in “Health Center City”. Null if the words say nothing. */
export function matchWords(header: string): PartMatch | null {
  const plain = listWords(header);
  const words = plain.map((word) => fullWords[word] ?? word).filter(Boolean);
  const isMailing = words.some((word) => mailingWords.has(word));
  for (const list of [words, words.at(-1) === '1' ? words.slice(0, -1) : []])
    for (let from = 0; from < list.length; from++) {
      const [rest, end] = [list.slice(0, from), list.slice(from)];
      if (rest.some((word) => otherWords.has(word))) continue;
      const field = findEnd(end, rest);
      if (field !== null && !wholeHeaders.has(field)) return { field, isMailing };
    }
  return null;
}

function findEnd(end: readonly string[], rest: readonly string[]): string | null {
  const key = end.join('');
  const field = exactNames.get(key) ?? findAlias(key) ?? findAmbiguous(key)[0] ?? null;
  return field === 'name' && key === 'name' && rest.some((word) => practiceWords.has(word)) ? 'practice' : field;
}
