export interface NamedPractice {
  practiceName: string | null;
  /** The name of the listing, which is usually a dentist's. */
  name: string;
  city?: string | null;
  state?: string | null;
}

const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

const link = /(?:\b[a-z][a-z\d+.-]*:\/\/|\bwww\.)\S+|\b[\w-]+(?:\.[\w-]+)+\/\S*/gi;

/** Returns one line without links, because names and subjects come from strangers and mail clients turn addresses into links. */
export const plainLine = (text: string): string => oneLine(text).replace(link, '(link removed)');

/** "Ana", "O’Brien", "Jean-Luc", "J.P.", or "Dr.". Not a domain, a number, or an address. */
const nameWord = /^(?=.{1,30}$)(?:(?:\p{L}\.)+|\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*\.?)$/u;
/** The words of a name before its degrees: "Ana", "Silva" for "Ana Silva, DDS". */
const wordsOf = (name: string): string[] => name.split(',')[0]!.trim().split(/\s+/);

/** The name if it consists of at most five words of letters, or else the fallback. For emails to other people. */
export function nameOr(fallback: string, name: string | null | undefined): string {
  const words = wordsOf(name ?? '');
  return words.length <= 5 && words.every((word) => nameWord.test(word)) ? words.join(' ') : fallback;
}

const titles: Partial<Record<string, string>> = { dr: 'Dr.', mr: 'Mr.', mrs: 'Mrs.', ms: 'Ms.', mx: 'Mx.' };
/** Splits "Dr. Ana Silva" into its title and its other words. A title alone is a name. */
function splitTitle(name: string): { title: string | undefined; words: string[] } {
  const words = wordsOf(name);
  const title = words.length > 1 ? titles[words[0]!.toLowerCase().replace(/\.$/, '')] : undefined;
  return { title, words: title ? words.slice(1) : words };
}

/** "Ana" for Dr. Ana Silva. The fallback for Dr. Silva, whose first name is unknown. */
export function firstNameOr(fallback: string, name: string | null | undefined): string {
  const { title, words } = splitTitle(name ?? '');
  return title && words.length === 1 ? fallback : nameOr(fallback, words[0]);
}

/**
 * "Hi Ana," for Ana Silva, and "Hi Dr. Silva," for Dr. Ana Silva. Anyone can type a stranger's address next to any name,
 * so a name that isn't one word of letters is left out.
 */
export function greet(name: string): string {
  const { title, words } = splitTitle(name);
  const word = nameOr('', title ? words.at(-1) : words[0]);
  if (word === '') return 'Hello,';
  return `Hi ${[title, word].filter(Boolean).join(' ')},`;
}

/** "Silva Dental (Dr. Ana Silva), Austin, TX" */
export function describePractice({ practiceName, name, city, state }: NamedPractice): string {
  const names = practiceName && practiceName !== name ? `${practiceName} (${name})` : name;
  return plainLine([names, city, state].filter(Boolean).join(', '));
}
