import type { FeatureFilter } from '#shared/listings/feature-filters.ts';
import { addDays, nextHolidays, weekdayOf } from '#shared/listings/holidays.ts';
import { openDays, type OpenAt, type OpenDay } from '#shared/search-terms.ts';
import type { Effect } from './reading.ts';

/** Each day, with its short forms and the ways in which it is misspelled. */
const dayWords: Readonly<Record<OpenDay, string>> = {
  mon: 'mon monday mondays lunes modnay munday',
  tue: 'tue tues tuesday tuesdays martes tusday teusday tuseday',
  wed: 'wed weds wednesday wednesdays miercoles wensday wednsday wendsday wenesday',
  thu: 'thu thur thurs thursday thursdays jueves thrusday thursady thirsday',
  fri: 'fri friday fridays viernes firday',
  sat: 'sat sats saturday saturdays sabado sabados saterday satuday saturaday saturdy satruday',
  sun: 'sun sunday sundays domingo domingos sundy',
};

const daysBetween = (from: OpenDay, to: OpenDay): OpenDay[] =>
  openDays.slice(openDays.indexOf(from), openDays.indexOf(to) + 1);
const WEEKDAYS = daysBetween('mon', 'fri');

/** The words for holidays by their names, besides the names themselves. Eves are days before or after one. */
const holidayWords: readonly (readonly [holiday: string, daysAfter: number, words: string])[] = [
  ['New Year’s Day', 0, 'new years day, new years, new year, new year day'],
  ['New Year’s Day', -1, 'new years eve, new year eve, nochevieja'],
  ['Martin Luther King Jr. Day', 0, 'mlk day, martin luther king day, martin luther king jr day, mlk'],
  ['Presidents’ Day', 0, 'presidents day, president day'],
  ['Memorial Day', 0, 'memorial day'],
  ['Juneteenth', 0, 'juneteenth'],
  ['Independence Day', 0, 'independence day, fourth of july, july fourth, july 4, july 4 th, 4 of july, 4 th of july'],
  ['Labor Day', 0, 'labor day, labour day'],
  ['Columbus Day', 0, 'columbus day, indigenous peoples day'],
  ['Veterans Day', 0, 'veterans day, veteran day'],
  ['Thanksgiving Day', 0, 'thanksgiving, thanksgiving day, turkey day'],
  ['Thanksgiving Day', 1, 'black friday, day after thanksgiving'],
  ['Christmas Day', 0, 'christmas, christmas day, xmas, navidad, on christmas'],
  ['Christmas Day', -1, 'christmas eve, xmas eve, nochebuena'],
];

function holidayPhrases(today: string): [string, Effect][] {
  const holidays = new Map(nextHolidays(today).map(({ name, date }) => [name, date]));
  return holidayWords.flatMap(([name, daysAfter, words]) => {
    const openAt = addDays(holidays.get(name)!, daysAfter) as OpenAt;
    return split(words).flatMap((word): [string, Effect][] => [
      [word, { openAt }],
      [`open ${word}`, { openAt }],
    ]);
  });
}

/** The words for the morning after a day. “Mañana” alone is tomorrow. */
const mornings = ['morning', 'mornings', 'en la manana', 'por la manana', 'de la manana'];

/** `date` is today, such as 2026-11-26. */
export function dayPhrases(date: string): [string, Effect][] {
  const phrases = holidayPhrases(date);
  const today = openDays[weekdayOf(date)]!;
  const spellings = openDays.map((day) => [day, dayWords[day].split(' ')] as const);
  for (const [day, words] of spellings)
    for (const word of words) {
      for (const frame of ['', 'open ', 'on ', 'open on ', 'abierto ', 'abierto los ', 'abierto el ', 'los ']) {
        phrases.push([frame + word, { openOn: [day] }]);
        for (const part of ['evening', 'evenings', 'night', 'nights'])
          phrases.push([`${frame}${word} ${part}`, { openOn: [day], evening: true }]);
        for (const part of mornings) phrases.push([`${frame}${word} ${part}`, { openOn: [day], openAt: 'morning' }]);
        for (const part of ['afternoon', 'afternoons']) phrases.push([`${frame}${word} ${part}`, { openOn: [day] }]);
      }
    }
  for (const [from, fromWords] of spellings)
    for (const [to, toWords] of spellings) {
      if (openDays.indexOf(from) >= openDays.indexOf(to)) continue;
      for (const first of fromWords.slice(0, 3))
        for (const last of toWords.slice(0, 3))
          for (const link of ['to', 'thru', 'through'])
            phrases.push([`${first} ${link} ${last}`, { openOn: daysBetween(from, to) }]);
    }
  // "Mon-Fri" and "M-F"
  for (const [to, letter] of [
    ['fri', 'f'],
    ['sat', 's'],
  ] as const)
    for (const range of [`mon ${to}`, `m ${letter}`, `m to ${letter}`, `m thru ${letter}`])
      phrases.push([range, { openOn: daysBetween('mon', to) }]);
  const tomorrow = openDays[(openDays.indexOf(today) + 1) % 7]!;
  const saturdayAndSunday: Effect = { openOn: ['sat', 'sun'] };
  for (const word of ['weekend', 'weekends', 'wkend', 'wknd', 'fin de semana', 'weekand', 'weekened'])
    phrases.push([word, saturdayAndSunday], [`open ${word}`, saturdayAndSunday], [`on the ${word}`, saturdayAndSunday]);
  phrases.push(['weekend hours', saturdayAndSunday], ['weekend appointments', saturdayAndSunday]);
  for (const word of ['weekday', 'weekdays', 'during the week']) phrases.push([word, { openOn: WEEKDAYS }]);
  for (const part of ['today afternoon', 'this afternoon']) phrases.push([part, { openOn: [today] }]);
  for (const part of ['today morning', 'this morning']) phrases.push([part, { openOn: [today], openAt: 'morning' }]);
  for (const word of ['tomorrow', 'tmrw', 'tmw', 'manana']) {
    phrases.push([word, { openOn: [tomorrow] }]);
    for (const part of mornings) phrases.push([`${word} ${part}`, { openOn: [tomorrow], openAt: 'morning' }]);
    phrases.push(
      [`${word} afternoon`, { openOn: [tomorrow] }],
      [`${word} evening`, { openOn: [tomorrow], evening: true }],
    );
  }
  phrases.push(
    ['today', { openOn: [today] }],
    ['open today', { openOn: [today] }],
    ['tonight', { openOn: [today], evening: true }],
    ['hoy', { openOn: [today] }],
    ...[
      'same day',
      'same day appointment',
      'same day appointments',
      'walk in',
      'walk ins',
      'walkin',
      'walkins',
      'walk ins welcome',
      'no appointment',
      'without an appointment',
      'without appointment',
      'no appointment needed',
      'sin cita',
      'need someone today',
    ].map((words): [string, Effect] => [words, { openOn: [today] }]),
  );
  return phrases;
}

/** The words that ask for a filter that is on or off. */
const featureWords: Readonly<Record<FeatureFilter, string>> = {
  newPatients: `new patients, new patient, accepting new patients, accepts new patients, taking new patients, takes new patients, accept new patients, take new patients,
     accepting patients, taking patients, open to new patients, new patients welcome, new patients ok, accepting new, new pts, acepta nuevos pacientes, nuevos pacientes, welcoming new patients, see new patients, seeing new patients`,
  insurance: `takes insurance, accepts insurance, take insurance, accept insurance, with insurance, insurance, insurance accepted, dental insurance accepted, taking insurance, dental insurance, takes my insurance, accepts my insurance, acepta seguro, in network, takes dental insurance`,
  membershipPlan: `membership plan, membership plans, dental membership, dental membership plan, in house plan, in house plans, in house dental plan, in house membership, plan de membresia, membresia dental`,
  selfPay: `prices or a membership plan`,
  emergency: `emergency, emergencies, emergency dentist, emergency dentists, emergency dental, emergency dental care, emergency appointment, urgent, urgent dental, urgent care, urgent dental care, urgent dentist,
     asap, dental emergency, emergency services, takes emergencies, walk in emergency, emergencia, emergencias, emergencia dental, emergencias dentales, urgencia, urgencias, urgencias dentales, urgencia dental, urgente,
     emergancy, emergeny, dentista de emergencia, dentista de emergencias, dentista de urgencia, dentista de urgencias, right away, immediately, immediate, ahora mismo, lo antes posible, as soon as possible, urgently, er dentist`,
  wheelchair: `wheelchair, wheelchair access, wheelchair accessible, wheelchair friendly, wheel chair, wheel chair accessible, handicap accessible, handicapped accessible, handicap, accessible, disabled access,
     disability access, disability friendly, ada accessible, wheelchair ramp, ramp, has a ramp, step free, mobility scooter`,
  verified: `verified, verified dentist, verified owner, verified practice, verified practices, verified only, verificado`,
  parking: `parking, free parking, parking lot, parking available, has parking, with parking, easy parking, place to park, estacionamiento, parking garage, where i can park, can park, somewhere to park, valet, free lot, park my car`,
  open24Hours: `24 hours, 24 hour, open 24 hours, 24 7, open 24 7, around the clock, open around the clock, all night, open all night, abierto 24 horas, 24 horas, 24hr, 24hrs, 24 hr, 24 hrs, 24h, 24hour, 24hours, open 24 hrs, las 24 horas, twenty four hour, twenty four hours, 3 am, 2 am`,
};

const wordsFor: readonly (readonly [Effect, string])[] = [
  [
    { evening: true },
    `evening, evenings, evening hours, evening appointments, open evenings, after work, late, open late, late hours, late appointments, after hours, at night, night,
     night time, nights, stays open late, noche, por la noche, en la noche, a la noche, noches, tarde, late night, late evening, late evenings, open later, closes late, after dinner, after office hours, after school, late into the evening, open til late, open until late, open late at night`,
  ],
  [
    { openNow: true },
    `open now, open right now, currently open, now open, open at the moment, is open now, whos open now, open rn, opn now, open this minute, who is open now, whos open now, abierto ahora, abierto, right now`,
  ],
  [
    { emergency: true, services: ['Porcelain Crowns'] },
    `se me cayo la corona, se me salio la corona, crown fell off, crown fell out, crown came off, crown came out, crown popped off, lost a crown, lost my crown`,
  ],
  [
    { openAt: 'early' },
    `early, early morning, early mornings, early morning appointments, early appointments, early hours, opens early, open early, before work, first thing in the morning, before school, early bird, temprano, crack of dawn`,
  ],
  [
    { openAt: 'morning' },
    `morning, mornings, in the morning, mornings only, morning hours, morning appointment, morning appointments, open mornings, en la manana, por la manana, de la manana`,
  ],
  [
    { openAt: 'lunch' },
    `lunch, lunchtime, lunch time, lunch hour, lunch hours, lunch break, lunch appointment, lunch appointments, lunch hour appointments, at lunch, during lunch, over lunch, on my lunch, on my lunch break, open at lunch, open during lunch,
     open through lunch, noon, at noon, around noon, midday, mediodia, almuerzo`,
  ],
  [
    { sort: 'price' },
    `cheap, cheapest, cheaper, affordable, most affordable, low cost, lowest cost, low price, lowest price, lowest prices, low prices, inexpensive, budget friendly, on a budget, budget dentist, best price, best prices, best value, economical,
     reasonable, reasonably priced, reasonable price, reasonable prices, good price, good prices, fair price, discount, discounts, discounted, low income, sliding scale, not expensive, not too expensive, isnt expensive, wont break the bank, affordably,
     without breaking the bank, cant afford much, not a lot of money, broke, cheep, afordable, affordible, barato, barata, baratos, baratas, economico, economica, economicos, bajo costo, precio bajo, precios bajos, mas barato,
     cash price, cash prices, savings plan, discount plan, transparent prices, upfront prices, upfront pricing, lists prices, posted prices, price list, states prices`,
  ],
  [
    { selfPay: true, sort: 'price' },
    `no insurance, without insurance, w o insurance, uninsured, dont have insurance, do not have insurance, have no insurance, i have no insurance, no dental insurance, without dental insurance, lost my insurance, self pay, selfpay, cash pay, pay cash, paying cash,
     cash only, cash patients, out of pocket, pay out of pocket, no coverage, sin seguro, no tengo seguro, sin seguro dental, no insurance needed, insurance not required, between jobs`,
  ],
  [
    { gender: 'female' },
    `female, female dentist, female dentists, female doctor, woman, woman dentist, women dentist, women dentists, woman doctor, lady dentist, lady, women, female dr, lady doctor, lady dr, a woman,
     who is a woman, female provider, dentista mujer, mujer, dra`,
  ],
  [
    { gender: 'male' },
    `male, male dentist, male dentists, male doctor, man dentist, men dentists, male dr, male provider, who is a man, dentista hombre, guy dentist`,
  ],
  [
    { sort: 'rating' },
    `best, best rated, best reviewed, top rated, top dentists, top dentist, top, highest rated, highest reviewed, highly rated, highly reviewed, best dentist, best dentists, good reviews, great reviews, best reviews,
     well reviewed, good ratings, well rated, toprated, bestrated, highest rating, highest ratings, best rating, best ratings, top notch, el mejor, mejor dentista, high ratings, highly recommended, sorted by rating, by rating,
     good dentist, good dentists, great dentist, great dentists, buen dentista, buenos dentistas`,
  ],
  [
    { sort: 'distance', nearMe: true },
    `closest, nearest, closest to me, nearest to me, closest dentist, nearest dentist, closest dentist to me, nearest dentist to me`,
  ],
  [
    { radius: 5 },
    `within walking distance, walking distance, within walking distance of, walking distance of, walking distance from, walkable`,
  ],
  [
    { sort: 'distance' },
    `closest to, nearest to, closest dentist to, nearest dentist to, sorted by distance, by distance`,
  ],
  [
    { nearMe: true },
    `near me, nearby, near by, nearme, close to me, close by, around me, around here, near here, close to home, in my area, my area, near my house, near my location, near where i live,
     in the area, cerca de mi, cerca, local, close to my house, by me, in my neighborhood, neer me, nere me`,
  ],
];

const languageWords: Readonly<Record<string, string>> = {
  English: 'english, ingles',
  Spanish: 'spanish, espanol, castellano, spansh, spainish, spanich',
  Chinese: 'chinese, mandarin, cantonese',
  Tagalog: 'tagalog, filipino',
  Vietnamese: 'vietnamese, viet, vietnamise',
  Arabic: 'arabic',
  French: 'french, francais',
  Korean: 'korean',
  Russian: 'russian',
  Portuguese: 'portuguese, portugues, brazilian portuguese, portugese',
  'Haitian Creole': 'creole, haitian creole, kreyol, haitian',
  Hindi: 'hindi',
  German: 'german, deutsch',
  Polish: 'polish, polski',
  Italian: 'italian, italiano',
  Urdu: 'urdu',
  Persian: 'persian, farsi',
  Telugu: 'telugu',
  Japanese: 'japanese',
  Gujarati: 'gujarati',
  Punjabi: 'punjabi',
  Bengali: 'bengali, bangla',
  Hebrew: 'hebrew',
  Greek: 'greek',
  Ukrainian: 'ukrainian, ukranian',
  'Sign Language': 'sign language, asl, american sign language, sign',
};
const languageFrames = `speaks both X, speaks X, speak X, speaking X, X speaking, X speaker, X spoken, in X, fluent in X, who speaks X, that speaks X, that speak X, habla X, hablan X,
  se habla X, que hable X, hable X, que habla X, que hablen X, spekas X, speeks X, knows X, speak some X, X language, X speaking dentist, speeking X, talks X, uses X, knows X, parle X`;

/** These look like something that they are not, so they stay unread. */
const notPhrases = `open bar, top rated hospital, park ave, dentist insurance plans, insurance cost, polish my teeth, top hat, white house, smile design studio`;

/** These give the reason for a search, and no filter. */
const asidePhrases = `new dentist, new dentists, just moved, moved, moving, relocated, new to town, new in town, taken out, fell off, fell out, came off, came out, not far from,
  hurt, family dentist, family dentists, how much is, how much are, how much does, severe, really bad, bad`;

const split = (list: string): string[] => list.split(',').map((phrase) => phrase.replace(/\s+/g, ' ').trim());

/** All fixed phrases with what they mean. Null means: known, but not a filter. */
export function fixedPhrases(): [string, Effect | null][] {
  const phrases: [string, Effect | null][] = [];
  for (const [name, list] of Object.entries(featureWords))
    for (const phrase of split(list)) phrases.push([phrase, { [name]: true }]);
  for (const [effect, list] of wordsFor) for (const phrase of split(list)) phrases.push([phrase, effect]);
  for (const [language, names] of Object.entries(languageWords))
    for (const name of split(names)) {
      phrases.push([name, { language }]);
      for (const frame of split(languageFrames)) phrases.push([frame.replace('X', name), { language }]);
    }
  for (const phrase of split(notPhrases)) phrases.push([phrase, null]);
  for (const phrase of split(asidePhrases)) phrases.push([phrase, {}]);
  return phrases;
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that say nothing on their own. */
export const fillerWords = wordSet(`
  a an the i im id ill we my our me you your he she they it its is are am be been being was do does did done dont can could would should will
  need needs needed want wants wanted wanna looking look search searching find finding found show get getting got give have has having had go going
  see sees seeing visit book make help please pls plz thanks thank hi hello hey ok
  who whom whose what where when which whats whos how that this these those there here
  in on at by for from to of with near around about within and or but also plus if any some all one as not than then just only so really very
  takes take taking accepts accept accepting offers offer offering does doing provides provide providing has covered covers open opens opened hours
  speaks speak speaking appointment appointments appt appts patients patient pt pts place places someone somebody anyone people area located location town city close
  recommend recommendation recommended recommendations good great nice much adult adults
  insurance plan ppo hmo dhmo dmo network
  can't cant afford cost costs price priced prices pay rated rating ratings star stars review reviews
  un una el los las de en con por para que y o cerca mi busco necesito quiero hay dr dra doctor doctors drs
  precio precios cuanto cuesta dmd dds pm oclock w`);

/** Words for a practice or for dentistry in general. Next to an unknown word they are part of a name. */
export const genericWords = wordSet(`
  dentist dentists dental dentistry dentista dentistas dentis dentists' dentst dentit denist denitst dentise office offices clinic clinics clinica practice practices
  care provider providers specialist specialists surgeon tooth teeth smile service services treatment treatments work dentalcare`);

/** The visitor doesn't want the phrase or place after one of these. Fillers may be between. */
export const negations = wordSet(`no not without dont doesnt isnt arent never except non sin nor`);

/** Words after which a place follows. */
export const placePrepositions = wordSet(`in near around nearby outside downtown en cerca inside close`);
