/** A key that a candidate and a listing share, or a difference between them. */
export type Evidence =
  | 'npi'
  | 'license'
  | 'phone'
  | 'address'
  | 'street'
  | 'name'
  | 'nearName'
  | 'generation'
  | 'practice'
  | 'otherNpi'
  | 'otherName';

/** A person has one listing. Colleagues share a phone number and an address, so those alone prove nothing about a person. */
export type Subject = 'person' | 'office';

/** From this score on, two records are about the same practice. */
export const MATCH_SCORE = 70;
/** From this score on, people should compare the two. */
export const POSSIBLE_SCORE = 25;
/** From this score on, imports and data health list two records as possible duplicates. Below it, they share a single weak key. */
export const LISTED_SCORE = 40;
/** The similarity of two names that differ in spelling only. "john smith" and "jane smith" have 0.47. */
export const NEAR_NAME = 0.6;

/** The points of each piece of evidence. */
export const evidence: Record<Subject, Partial<Record<Evidence, number>>> = {
  person: {
    npi: 100,
    license: 90,
    name: 40,
    nearName: 30,
    phone: 30,
    address: 30,
    street: 40,
    generation: 5,
    practice: 25,
    otherNpi: -100,
    otherName: -50,
  },
  office: { phone: 45, address: 45, name: 35, nearName: 25, practice: 25 },
};

/** The evidence about a person's identity, as a Postgres array. Colleagues share the rest: a phone number, a street, and a practice. */
export const IDENTIFYING = '{npi,license,name,nearName,street,generation}';

const words: Record<Evidence, string> = {
  npi: 'the same NPI',
  license: 'the same license',
  phone: 'the same phone number',
  address: 'the same street and ZIP code',
  street: 'the same name and street',
  name: 'the same name and ZIP code',
  nearName: 'nearly the same name in the same ZIP code',
  generation: 'a name that differs by Jr., Sr., or a number',
  practice: 'the name of its practice',
  otherNpi: 'a different NPI',
  otherName: 'a different name',
};

/** Such as "It has the same phone number and nearly the same name in the same ZIP code, but a different NPI." */
export function explainMatch(found: readonly Evidence[]): string {
  const against = new Set<Evidence>(['otherNpi', 'otherName']);
  const join = (list: readonly Evidence[]) => new Intl.ListFormat('en-US').format(list.map((key) => words[key]));
  const [pro, contra] = [found.filter((key) => !against.has(key)), found.filter((key) => against.has(key))];
  return `It has ${join(pro)}${contra.length > 0 ? `, but ${join(contra)}` : ''}.`;
}
