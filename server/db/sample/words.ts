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

export const practiceNames: readonly ((city: string, last: string, word: string) => string)[] = [
  (city) => `${city} Family Dentistry`,
  (city) => `${city} Smile Studio`,
  (city) => `${city} Dental Arts`,
  (city) => `${city} Whitening Center`,
  (_, last) => `${last} Dental`,
  (_, last) => `${last} & Partners Dentistry`,
  (_, last) => `${last} Dental Group`,
  (_, last, word) => `${word} Dental by ${last}`,
  (_, _last, word) => `${word} Dental Care`,
  (_, _last, word) => `${word} Smiles`,
  (_, _last, word) => `${word} Teeth Whitening`,
  (_, _last, word) => `${word} Cosmetic Dentistry`,
  (city, _last, word) => `${word} Dental of ${city}`,
];

export const practiceWords = split(`
  Aspen Bayview Birch Blossom Bluebird Bright Brookside Canyon Cedar Clearwater Copper Cornerstone Creekside Daybreak Driftwood Eastgate Evergreen
  Fairview Fern Gateway Glen Grove Harbor Hawthorn Heritage Highland Hilltop Horizon Juniper Keystone Lakeside Lantern Laurel Lighthouse Linden Lotus
  Magnolia Maple Meadow Meridian Mesa Midtown Oakwood Orchard Park Pearl Pinecrest Pioneer Prairie Primrose Quarry Redwood Ridge Riverside Rosewood
  Sage Seaside Sequoia Silver Sparrow Spring Stonebridge Summit Sunrise Sycamore Terrace Timber Union Uptown Valley Village Walnut Westgate Willow`);

export const streets = split(`
  Main Oak Maple Cedar Elm Park Washington Lake Hill Walnut Spring North Ridge Church Willow Mill Sunset Railroad Jefferson Center Highland Forest
  Jackson River Meadow Cherry Franklin Madison Lincoln Chestnut Adams Pine Dogwood Magnolia Market College Union Prospect Valley Grove`);
export const streetKinds = ['St', 'Ave', 'Rd', 'Blvd', 'Dr', 'Ln', 'Way', 'Pkwy'] as const;

export const specialties = [
  'Teeth Whitening',
  'Cosmetic Dentistry',
  'General Dentistry',
  'Family Dentistry',
  'Restorative Dentistry',
  'Smile Design',
  'Preventive Dentistry',
  'Orthodontics',
  'Prosthodontics',
  'Implant Dentistry',
] as const;

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
