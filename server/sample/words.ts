/** Words for invented people and practices. Any resemblance to real ones is coincidental. */
const split = (text: string): readonly string[] => text.trim().split(/\s+/);

export const firstNames = split(`
  Ada Adele Aisha Alan Alba Alice Amara Amir Amy Ana Andre Anita Anna Anton Arjun Asha Ava Bao Beatriz Ben Bianca Blake Brandon Brianna Camila Carl
  Carmen Carol Catherine Cecilia Chen Chloe Claire Cole Colin Cora Dana Daniel Daria David Deepa Derek Diana Diego Dina Dmitri Dora Duncan Edith Edwin
  Elena Elias Elise Emil Emily Emma Eric Erin Esther Ethan Eva Farah Felix Fiona Frances Gabriel Gemma George Grace Graham Hana Hannah Hassan Heidi
  Helen Henry Hiro Hugo Ian Ida Ines Irene Iris Isaac Ivan Ivy Jack Jada Jamal James Jane Jasmine Jean Jerome Jin Joan Joel Jonas Joy Juan Julia Kara
  Karim Kate Keiko Kenji Kiran Lara Laura Leah Lena Leo Leon Lila Linh Louis Lucia Luis Luke Lydia Malik Mara Marcus Maria Marta Mateo Maya Mei Mia
  Mila Mina Miriam Nadia Naomi Neil Nina Noah Nora Olga Oliver Omar Oscar Paula Petra Priya Quinn Rachel Rafael Raj Rana Renee Rita Rosa Ruth Ryan Sam
  Sana Sara Sasha Selma Simon Sofia Stella Tara Teresa Theo Thomas Tina Uma Vera Victor Vivian Wen Yara Yusuf Zara Zoe`);

/** First names whose sample portrait has short hair. */
export const shortHairNames: ReadonlySet<string> = new Set(
  split(`
  Alan Amir Andre Anton Arjun Bao Ben Blake Brandon Carl Chen Cole Colin Daniel David Derek Diego Dmitri Duncan Edwin Elias Emil Eric Ethan Felix
  Gabriel George Graham Hassan Henry Hiro Hugo Ian Isaac Ivan Jack Jamal James Jerome Jin Joel Jonas Juan Karim Kenji Kiran Leo Leon Louis Luis Luke
  Malik Marcus Mateo Neil Noah Oliver Omar Oscar Rafael Raj Ryan Sam Simon Theo Thomas Victor Yusuf`),
);

/** First names of women and men, whose sample listings state no gender. */
export const neutralNames: ReadonlySet<string> = new Set(
  split('Bao Blake Chen Dana Jean Jin Kiran Linh Quinn Rana Robin Sam Sasha Wen'),
);

export const lastNames = split(`
  Abbott Acosta Adler Aguilar Ahmed Akers Alder Allard Amaro Anders Archer Arnett Ashby Atwell Avery Bailey Baird Barlow Barros Basu Bauer Beck Bell
  Benitez Bennett Bergman Bishop Blair Bloom Bolton Booth Bowen Boyd Bradford Brandt Briggs Brooks Bui Burke Cabrera Calder Camacho Cantu Carver Castro
  Cedeno Chandra Chang Chavez Cheng Cho Choi Clayton Cole Conway Cortez Crane Cruz Dalton Dang Das Dawson Delgado Desai Diaz Dixon Dorsey Doyle Drake
  Duarte Dunn Eaton Ellis Emerson Engel Espinoza Estes Fallon Farrow Faulkner Fenn Ferrer Field Finch Fischer Flores Foster Franco Frost Gallo Garner
  Garza Gibbs Gill Glover Goldman Gomez Grant Greer Gupta Guzman Haas Hale Hammond Hansen Harlow Hart Hayes Henson Herrera Hobbs Holt Horne Huang Hughes
  Huynh Ibarra Iyer Jain James Jarvis Jensen Joshi Juarez Kaplan Kaur Keller Kemp Khan Kim Klein Knox Kowalski Kramer Kumar Lam Landry Lang Larkin Leal
  Lee Lemos Lindgren Lopez Lowe Lucero Lund Lyons Mack Maher Malone Marsh Mason Mathis Mehta Mendez Meyer Miles Mills Molina Monroe Montes Moody Mora
  Moss Munoz Nash Navarro Nelson Ng Nguyen Noble Nolan Norris Novak Ochoa Olsen Ortega Osborne Padilla Page Park Parrish Patel Paz Pena Perkins Pham
  Pierce Pineda Porter Pratt Quintana Rahman Ramos Rao Reed Reyes Rhodes Rivas Roberts Rojas Rosales Roth Rowe Ruiz Salas Sanders Santos Sato Sawyer
  Schmidt Shah Sharma Shaw Silva Singh Sloan Smith Solis Soto Spence Stark Stein Stone Suarez Sutton Tan Tate Thorne Tran Trujillo Tucker Vance Varga
  Vega Vo Walsh Ward Weaver Webb Weiss West Whitaker Wilder Wolfe Wong Wright Wu Yang Yates Yoon York Young Zamora Zhang Ziegler`);

type NamePractice = (city: string, last: string, word: string) => string;

export interface PracticeKind {
  /** The name of its practice type. */
  type: string;
  share: number;
  names: readonly NamePractice[];
  specialties: readonly string[];
  /** The only services it offers, if limited. */
  services?: readonly string[];
}

const kind = (
  type: string,
  share: number,
  names: readonly NamePractice[],
  specialties: readonly string[],
  services?: readonly string[],
): PracticeKind => ({ type, share, names, specialties, ...(services ? { services } : {}) });
const visits = ['Dental Exam', 'Emergency Care'];

/** Invented practices by what they do, so that their names, specialties, and services fit together. */
export const practiceKinds: readonly PracticeKind[] = [
  kind(
    'General Dentistry',
    34,
    [
      (city) => `${city} Dental Arts`,
      (_, last) => `${last} Dental`,
      (_, last) => `${last} & Partners Dentistry`,
      (_, last) => `${last} Dental Group`,
      (_, last, word) => `${word} Dental by ${last}`,
      (_, _last, word) => `${word} Dental Care`,
      (city, _last, word) => `${word} Dental of ${city}`,
    ],
    ['General Dentistry', 'General Dentistry', 'Restorative Dentistry', 'Preventive Dentistry'],
  ),
  kind(
    'Cosmetic Dentistry',
    20,
    [
      (city) => `${city} Smile Studio`,
      (_, _last, word) => `${word} Smiles`,
      (_, _last, word) => `${word} Cosmetic Dentistry`,
    ],
    ['Cosmetic Dentistry', 'Cosmetic Dentistry', 'Smile Design', 'Teeth Whitening'],
  ),
  kind(
    'Teeth Whitening Center',
    16,
    [(city) => `${city} Whitening Center`, (_, _last, word) => `${word} Teeth Whitening`],
    ['Teeth Whitening'],
  ),
  kind(
    'Family Dentistry',
    18,
    [(city) => `${city} Family Dentistry`, (_, _last, word) => `${word} Family Dental`],
    ['Family Dentistry', 'Family Dentistry', 'Preventive Dentistry'],
  ),
  kind(
    'Pediatric Dentistry',
    3,
    [(city) => `${city} Pediatric Dentistry`, (_, _last, word) => `${word} Children's Dentistry`],
    ['Pediatric Dentistry'],
    [...visits, 'Dental Cleaning', 'Fillings'],
  ),
  kind(
    'Orthodontics',
    3,
    [(city) => `${city} Orthodontics`, (_, last) => `${last} Orthodontics`],
    ['Orthodontics'],
    ['Dental Exam', 'Clear Aligners', 'Teeth Whitening'],
  ),
  kind(
    'Prosthodontics',
    2,
    [(_, last) => `${last} Prosthodontics`],
    ['Prosthodontics', 'Implant Dentistry'],
    ['Dental Exam', 'Veneers', 'Porcelain Crowns', 'Dental Implants', 'Smile Makeover'],
  ),
  kind('Periodontics', 1, [(city) => `${city} Periodontics`], ['Periodontics'], [...visits, 'Dental Implants']),
  kind('Endodontics', 1, [(city) => `${city} Endodontics`], ['Endodontics'], visits),
  kind('Oral Surgery', 2, [(city) => `${city} Oral Surgery`], ['Oral Surgery'], [...visits, 'Dental Implants']),
];

/** Services that depend on the kind of practice, with the share of its listings that offer them. */
export const specialServices: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'General Dentistry': {
    'Tooth Extraction': 0.5,
    'Root Canal Treatment': 0.4,
    Dentures: 0.25,
    'Gum Treatment': 0.25,
    'Pediatric Dentistry': 0.1,
  },
  'Cosmetic Dentistry': { Braces: 0.15, 'Gum Treatment': 0.1 },
  'Family Dentistry': {
    'Pediatric Dentistry': 0.6,
    'Tooth Extraction': 0.4,
    'Root Canal Treatment': 0.25,
    Braces: 0.1,
    Dentures: 0.1,
  },
  'Pediatric Dentistry': { 'Pediatric Dentistry': 1, 'Tooth Extraction': 0.4 },
  Orthodontics: { Braces: 1 },
  Prosthodontics: { Dentures: 0.9 },
  Periodontics: { 'Gum Treatment': 1 },
  Endodontics: { 'Root Canal Treatment': 1 },
  'Oral Surgery': { 'Tooth Extraction': 1 },
};

export const practiceWords = split(`
  Aspen Bayview Birch Blossom Bluebird Bright Brookside Canyon Cedar Clearwater Copper Cornerstone Creekside Daybreak Driftwood Eastgate Evergreen
  Fairview Fern Gateway Glen Grove Harbor Hawthorn Heritage Highland Hilltop Horizon Juniper Keystone Lakeside Lantern Laurel Lighthouse Linden Lotus
  Magnolia Maple Meadow Meridian Mesa Midtown Oakwood Orchard Park Pearl Pinecrest Pioneer Prairie Primrose Quarry Redwood Ridge Riverside Rosewood
  Sage Seaside Sequoia Silver Sparrow Spring Stonebridge Summit Sunrise Sycamore Terrace Timber Union Uptown Valley Village Walnut Westgate Willow`);

export const streets = `
  Main St, Oak St, Maple Ave, Cedar St, Elm St, Park Ave, Washington St, Lake St, Hill Rd, Walnut St, Spring St, Ridge Rd, Church St, Willow Ln,
  Mill Rd, Sunset Blvd, Railroad Ave, Jefferson St, Center St, Highland Ave, Forest Dr, Jackson St, River Rd, Meadow Ln, Cherry St, Franklin St,
  Madison Ave, Lincoln Ave, Chestnut St, Adams St, Pine St, Dogwood Dr, Magnolia Ave, Market St, College Ave, Union St, Prospect Ave, Valley View Dr,
  Grove St, 1st St, 2nd Ave, 3rd St, 4th St, 5th Ave, 6th St, 7th St, 8th Ave, 10th St, 12th St, Martin Luther King Jr Blvd, Lakeshore Dr,
  Old Mill Rd, Commerce Dr, Medical Center Pkwy, Airport Rd, Broadway, County Line Rd, University Dr, Heritage Way, Orchard Rd`
  .trim()
  .split(/,\s+/);
/** Most streets have none. */
export const streetDirections = ['', '', '', '', 'N ', 'S ', 'E ', 'W '] as const;

export const titles = ['DDS', 'DDS', 'DDS', 'DMD', 'DMD', 'DDS, MS', 'DMD, MS'] as const;

const opening = [
  (last: string, city: string) => `Dr. ${last} sees patients in ${city} and nearby towns.`,
  (last: string, city: string) => `Dr. ${last} runs a small, relaxed practice in ${city}.`,
  (last: string) => `Dr. ${last} enjoys explaining each step before starting.`,
  (last: string, city: string) =>
    `Since moving to ${city}, Dr. ${last} has built a practice that knows its patients by name.`,
  (last: string) => `Dr. ${last} and team run on time and give estimates in writing.`,
];
const middle = [
  'Visits start with a talk about what you want to change and what it would cost.',
  'At the first visit, the team shows shade guides in natural light.',
  'The practice offers in-office whitening and take-home kits, and explains the differences.',
  'Patients of all ages are welcome.',
  'Rooms are quiet, and the waiting room overlooks a garden.',
  'You get your treatment plan in writing, so you can think it over at home.',
  'Most questions can be answered by phone before you come in.',
];
const closing = [
  'Early appointments are available before work.',
  'New patients should arrive ten minutes early.',
  'Street parking is free after 9 AM.',
  'The office is a short walk from public transit.',
  'Outside the practice, there is usually a dog, a trail, and a thermos of coffee.',
  'Weekends are for the community garden.',
];

interface Picker {
  pick<T>(list: readonly T[]): T;
}
export const bioOf = (random: Picker, last: string, city: string): string =>
  [random.pick(opening)(last, city), random.pick(middle), random.pick(closing)].join(' ');

export const languageTexts = [
  'English',
  'English, Spanish',
  'English; Spanish',
  'English, Mandarin',
  'English, Vietnamese',
  'English and Korean',
  'English, Russian, Ukrainian',
  'Spanish, Portuguese, English',
  'English, Hindi, Gujarati',
  'English, Tagalog',
  'English, Arabic, French',
  'English, American Sign Language',
  'English, Farsi',
  'English, Polish',
  'English, Haitian Creole',
] as const;
