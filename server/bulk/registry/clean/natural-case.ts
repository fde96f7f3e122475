/** Writes the registry's capitals the way people write names. Text with lowercase letters was written by a person and stays. */

const keepCapitals = new Set(
  'II III IV VI VII VIII PC PA PS LLC PLLC LLP LP PLC APC APDC DDS DMD MSD MDS MD DO PHD MS MPH RN TMJ USA US USC UCLA UCSF NYU NYC LA DC NW NE SW SE N S E W PO FM CR RR SR CSU VA USAF KC DFW TX'.split(
    ' ',
  ),
);
/** Two capitals that are a state, a road, or a direction only in an address; in a name they are a syllable. */
const capitalsInAddresses = new Set(['SR', 'CR', 'FM', 'RR', 'N', 'S', 'E', 'W', 'DC', 'TX', 'LA']);
const smallWords = new Set(['of', 'and', 'the', 'at', 'in', 'on', 'for', 'by', 'to', 'a', 'an']);
const shortWords = new Set(
  'ST DR FT MT RD LN CT PL SQ JR MR MRS MS BR PKY BLVD HWY FWY PKWY CTR BLDG FL STE APT RM LVL CV CYN CRK GRV TRL TPKE XING'.split(
    ' ',
  ),
);
const macNames = new Set(
  'MACARTHUR MACDONALD MACDOUGALL MACFARLANE MACGREGOR MACINNES MACINNIS MACINTOSH MACINTYRE MACIVER MACKAY MACKENZIE MACKINNON MACLACHLAN MACLAREN MACLEAN MACLENNAN MACLEOD MACMILLAN MACNAB MACNEIL MACNEILL MACPHERSON MACQUEEN MACRAE MACTAVISH'.split(
    ' ',
  ),
);
const innerCapitals: Record<string, string> = Object.fromEntries(
  'DeSoto DeBary DeLand DeAngelis DeAngelo DeBoer DeCarlo DeFranco DeGroot DeJong DeKalb DeLeon DeLuca DeMarco DePaul DePaola DeRosa DeSantis DeStefano DeVito DeVries DeWitt DiMaggio DiMarco DiNapoli DiPietro DuBois DuPont DuPree FitzGerald LaBelle LaCrosse LaFleur LaGrange LaMar LaPorte LaRocca LaRosa LaRue LaSalle LeBlanc LeBrun LeClair LeMoyne LeRoux VanBuren VanDyke VanHorn VonBehren CareMore SmileCare'
    .split(' ')
    .map((name) => [name.toUpperCase(), name]),
);

const vowels = /[AEIOUY]/;

function capitalize(part: string): string {
  if (innerCapitals[part] !== undefined) return innerCapitals[part];
  const lower = part.toLowerCase();
  if (/^mc[a-z]{2,}/.test(lower)) return `Mc${lower.charAt(2).toUpperCase()}${lower.slice(3)}`;
  if (macNames.has(part)) return `Mac${lower.charAt(3).toUpperCase()}${lower.slice(4)}`;
  return lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

type Kind = 'person' | 'organization' | 'address';

/** Writes one word, whose parts a hyphen, slash, ampersand, or apostrophe may join. */
function writeWord(word: string, kind: Kind, isFirst: boolean): string {
  const bare = word.replace(/[^A-Z0-9]/g, '');
  if (/^\d+(ST|ND|RD|TH)$/.test(bare)) return word.toLowerCase();
  if (/\d/.test(bare)) return word;
  // Initials such as D.D.S. or P.C.
  if (/^(?:[A-Z]\.){2,}[A-Z]?[,.]?$/.test(word)) return word;
  if (
    kind === 'person'
      ? !isFirst && /^I{2,3}$/.test(bare)
      : keepCapitals.has(bare) && (kind === 'address' || bare.length === 1 || !capitalsInAddresses.has(bare))
  )
    return word;
  if (!isFirst && kind === 'organization' && smallWords.has(word.toLowerCase())) return word.toLowerCase();
  if (shortWords.has(bare)) return capitalize(word);
  // Initials of a company. People are called Ng and Do.
  if (kind !== 'person' && bare.length > 1 && bare.length < 4 && !vowels.test(bare)) return word;
  return word
    .split(/([-/&(."+])/)
    .map((part) => {
      const apostrophe = /^([A-Z]+)'([A-Z]+)$/.exec(part);
      if (!apostrophe) return capitalize(part);
      const [, before, after] = apostrophe as unknown as [string, string, string];
      // O'Brien and D'Angelo, but Children's.
      return before.length === 1 && after.length > 1
        ? `${before}'${capitalize(after)}`
        : `${capitalize(before)}'${after.length > 2 ? capitalize(after) : after.toLowerCase()}`;
    })
    .join('');
}

const hasLowercase = (text: string) => /\p{Ll}/u.test(text);
const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

function writeWords(text: string, kind: Kind): string {
  if (hasLowercase(text)) return text;
  return text
    .split(' ')
    .map((word, index) => writeWord(word, kind, index === 0))
    .join(' ');
}

/** "MCALLEN SMILES OF DESOTO, PLLC" becomes "McAllen Smiles of DeSoto, PLLC". */
export const writeName = (text: string): string => writeWords(collapse(text), 'organization');

/** The name of a person or a city, in which short words are no initials. */
export const writeProperName = (text: string): string => writeWords(collapse(text), 'person');

/** "123 SW 5TH AVE # 200" becomes "123 SW 5th Ave #200". */
export function writeAddress(line1: string, line2: string): string {
  const writeLine = (text: string) => writeWords(collapse(text).replace(/#\s+(?=[A-Z0-9])/gi, '#'), 'address');
  const [first, second] = [writeLine(line1), writeLine(line2)];
  if (second === '' || first.toLowerCase().endsWith(` ${second.toLowerCase()}`)) return first;
  return first === '' ? second : `${first}, ${second}`;
}

const suffixes: Record<string, string> = { JR: 'Jr.', SR: 'Sr.', I: 'I', II: 'II', III: 'III', IV: 'IV', V: 'V' };

/** A person's name: first name, initial of the middle name, last name, suffix. */
export function writePersonName(person: { first: string; middle: string; last: string; suffix: string }): string {
  const first = collapse(person.first);
  const middle = collapse(person.middle).replace(/\./g, '');
  const suffix = suffixes[person.suffix.toUpperCase().replace(/[^A-Z]/g, '')] ?? '';
  const initial = /^\p{L}/u.test(middle) && first.length > 1 ? `${middle.charAt(0).toUpperCase()}.` : '';
  return [writeProperName(first), initial, writeProperName(person.last), suffix].filter(Boolean).join(' ');
}
