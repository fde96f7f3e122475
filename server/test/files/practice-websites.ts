/**
 * Websites of practices as different builders make them. `stated` has what a site states about its practice, in the words of the
 * directory, and is written with the pages, so that a test can tell a value that no page has.
 */
interface Practice {
  n: number;
  name: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
}

interface Reply {
  status?: number;
  type?: string;
  location?: string;
  body?: string;
  /** Sends nothing, or without an end. */
  fault?: 'hangs' | 'endless';
}

export interface PracticeSite {
  replies: Map<string, Reply>;
  stated: Record<string, string>;
  /** Topics that a careful reader finds. It may leave out others. */
  findable: string[];
  trap: string | null;
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const titles = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const codes = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

type Span = readonly [open: number, close: number] | null;
/** Minutes of each day. Null is closed. */
const weeks: readonly (readonly Span[])[] = [
  [[480, 1020], [480, 1020], [480, 1020], [480, 1020], [480, 780], null, null],
  [[540, 1080], [540, 1080], [540, 1080], [540, 1080], null, [540, 840], null],
  [[420, 960], [600, 1140], [420, 960], [600, 1140], [420, 720], null, null],
  [[510, 1050], [510, 1050], [510, 1050], [510, 1050], [510, 1050], null, null],
]; // prettier-ignore
const two = (n: number) => String(n).padStart(2, '0');
const civil = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const american = (minute: number, mark = [' AM', ' PM'], zeros = true): string => {
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}${minute % 60 || zeros ? `:${two(minute % 60)}` : ''}${mark[hour < 12 ? 0 : 1]!}`;
};
const shown = (span: Span): string => (span ? `${american(span[0])} – ${american(span[1])}` : 'Closed');

const languageSets = [['English', 'Spanish'], ['English', 'Korean', 'Vietnamese'], ['English', 'Russian'], ['English', 'Arabic', 'French']]; // prettier-ignore
const languageCodes: Record<string, string> = { English: 'en', Spanish: 'es-MX', Korean: 'ko', Vietnamese: 'vi', Russian: 'ru', Arabic: 'ar', French: 'fr' }; // prettier-ignore
const planSets = [['Delta Dental', 'Aetna', 'MetLife'], ['Cigna', 'Guardian'], ['Delta Dental', 'Humana', 'United Concordia'], ['Ameritas']]; // prettier-ignore
const spelledPlans: Record<string, string> = { 'Delta Dental': 'Delta Dental PPO', MetLife: 'MetLife Dental', Cigna: 'Cigna Dental' }; // prettier-ignore
const serviceSets = [['Teeth Whitening', 'Veneers', 'Dental Implants'], ['Dental Cleaning', 'Fillings'], ['Clear Aligners', 'Root Canal Treatment', 'Dentures'], ['Dental Exam', 'Tooth Extraction']]; // prettier-ignore
const spelledServices: Record<string, string> = { 'Teeth Whitening': 'Professional Teeth Whitening', 'Dental Cleaning': 'Teeth Cleanings', 'Clear Aligners': 'Invisalign®', 'Root Canal Treatment': 'Root Canals', 'Tooth Extraction': 'Extractions' }; // prettier-ignore
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const and = (list: readonly string[]) => new Intl.ListFormat('en-US').format(list);
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Runs of days with equal hours, as [first, last, span]. */
function runs(week: readonly Span[]): [number, number, Span][] {
  const found: [number, number, Span][] = [];
  week.forEach((span, day) => {
    const last = found.at(-1);
    if (last && JSON.stringify(last[2]) === JSON.stringify(span)) last[1] = day;
    else found.push([day, day, span]);
  });
  return found;
}
const spanOf = ([from, to]: readonly [number, number, Span], names: readonly string[], join = '-') =>
  from === to ? names[from]! : `${names[from]}${join}${names[to]}`;
const short = titles.map((title) => title.slice(0, 3));

/** The hours as structured data. */
const dataForms: ((week: readonly Span[]) => object)[] = [
  (week) => ({ openingHours: runs(week).flatMap((run) => (run[2] ? [`${spanOf(run, codes)} ${civil(run[2][0])}-${civil(run[2][1])}`] : [])) }),
  (week) => ({ openingHoursSpecification: week.flatMap((span, day) => (span ? [{ '@type': 'OpeningHoursSpecification', dayOfWeek: `https://schema.org/${titles[day]}`, opens: civil(span[0]), closes: civil(span[1]) }] : [])) }),
  (week) => ({ openingHoursSpecification: runs(week).map(([from, to, span]) => ({ '@type': 'OpeningHoursSpecification', dayOfWeek: titles.slice(from, to + 1), opens: span ? `${civil(span[0])}:00` : '00:00', closes: span ? `${civil(span[1])}:00` : '00:00' })) }),
  (week) => ({ openingHours: runs(week).flatMap((run) => (run[2] ? [`${spanOf(run, codes)} ${civil(run[2][0])}-${civil(run[2][1])}`] : [])).join(', ') }),
]; // prettier-ignore
/** Only these forms state the closed days. */
const dataStatesClosed = [false, false, true, false];

/** The hours as text. */
const textForms: ((week: readonly Span[]) => string)[] = [
  (week) => `<h3>Office Hours</h3><table>${week.map((span, day) => `<tr><td>${titles[day]}</td><td>${span ? `${american(span[0])} - ${american(span[1])}` : 'Closed'}</td></tr>`).join('')}</table>`,
  (week) => `<h2>Hours</h2><dl>${week.map((span, day) => `<dt>${titles[day]}:</dt><dd>${span ? `${american(span[0], ['am', 'pm'], false)}&ndash;${american(span[1], ['am', 'pm'], false)}` : 'CLOSED'}</dd>`).join('')}</dl>`,
  (week) => `<div class="hours"><p>Our hours</p>${week.map((span, day) => `<div class="row"><div class="d">${titles[day]}</div><div class="h">${span ? `${american(span[0], [' a.m.', ' p.m.'])} to ${american(span[1], [' a.m.', ' p.m.'])}` : 'Closed'}</div></div>`).join('')}</div>`,
  (week) => `<footer><strong>Hours</strong><br>${runs(week).map((run) => `${spanOf(run, short, ' – ')}: ${run[2] ? `${american(run[2][0], ['am', 'pm'])} – ${american(run[2][1], ['am', 'pm'])}` : 'Closed'}`).join('<br/>')}</footer>`,
  (week) => `<ul>${runs(week).map((run) => `<li><b>${spanOf(run, titles, ' to ')}</b> <span>${run[2] ? `${american(run[2][0], ['AM', 'PM'], false)}-${american(run[2][1], ['AM', 'PM'], false)}` : 'Closed'}</span></li>`).join('')}</ul>`,
]; // prettier-ignore

const statedWeek = (week: readonly Span[], withClosed: boolean): Record<string, string> =>
  Object.fromEntries(week.flatMap((span, day) => (span || withClosed ? [[`${days[day]!}Hours`, shown(span)]] : [])));

const page = (title: string, body: string, head = ''): Reply => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><title>${escape(title)}</title><script>var days = "Monday 1:00 AM - 2:00 AM";</script>${head}</head><body>${body}</body></html>`,
});

const traps = ['robots', 'robots-page', 'contradiction', 'negation', 'offices', 'stranger', 'holidays', 'hidden', 'elsewhere', 'hangs', 'robots-fails', 'alternate', 'endless', 'document', 'one-dentist']; // prettier-ignore

/** The site of a practice. Every fifth is a trap, in which a careless reader finds something untrue. */
export function makeWebsite(practice: Practice): PracticeSite {
  const { n, name, phone, address, city, state, zip } = practice;
  const trap = n % 5 === 4 ? pick(traps, Math.floor(n / 5)) : null;
  const week = pick(weeks, n);
  const spoken = pick(languageSets, Math.floor(n / 2));
  const plans = pick(planSets, Math.floor(n / 3));
  const offers = pick(serviceSets, Math.floor(n / 5));
  const isData = n % 2 === 0;
  const form = Math.floor(n / 2);
  const stated: Record<string, string> = {};
  const site: PracticeSite = { replies: new Map(), stated, findable: [], trap };
  const state1 = (topic: string, values: Record<string, string>) => {
    Object.assign(stated, values);
    site.findable.push(topic);
  };

  const contact = `<address>${escape(name)}<br>${address}<br>${city}, ${state} ${zip}<br><a href="tel:${phone}">${phone}</a></address>`;
  const bookingUrl = `https://book${n}.example/new?office=${n}`;
  const booking = n % 6 === 5 ? 'none' : pick(['data', 'online', 'service'] as const, n);
  if (booking !== 'none') state1('bookingUrl', { bookingUrl });
  const online = booking === 'online' ? `<a href="${bookingUrl}&amp;utm_source=website">Book Online</a>` : '';
  const nav = `<nav>${online}<a href="/">Home</a><a href="/contact-us">Hours &amp; Location</a><a href="/dental-services">Services</a><a href="/insurance">Insurance</a><a href="/about">About</a><a href="/blog">Blog</a></nav>`;
  const base = { '@type': 'Dentist', name, telephone: `+1-${phone}`, address: { '@type': 'PostalAddress', streetAddress: address, addressLocality: city, postalCode: zip } }; // prettier-ignore
  const data: Record<string, unknown> = { '@context': 'https://schema.org', ...base };
  if (booking === 'data')
    data.potentialAction = { '@type': 'ReserveAction', target: { '@type': 'EntryPoint', urlTemplate: bookingUrl } };
  const script = (value: object) => `<script type="application/ld+json">${JSON.stringify(value, null, n % 3)}</script>`;

  let hoursText = '';
  if (isData) {
    Object.assign(data, pick(dataForms, form)(week));
    state1('hours', statedWeek(week, pick(dataStatesClosed, form)));
  } else {
    hoursText = pick(textForms, form)(week);
    state1('hours', statedWeek(week, true));
  }
  let about = '<h1>About us</h1><p>Our founder studied Spanish and Italian art.</p>';
  if (n % 6 === 0) data.knowsLanguage = n % 12 === 0 ? spoken.map((one) => languageCodes[one]!) : spoken;
  else if (n % 6 === 4) data.availableLanguage = spoken.map((one) => ({ '@type': 'Language', name: one }));
  else about += pick([`<p>Our team speaks ${and(spoken)}.</p>`, `<h3>Languages spoken</h3><ul>${spoken.map((one) => `<li>${one}</li>`).join('')}</ul>`, `<p>We speak: ${spoken.join(', ')}</p>`], n); // prettier-ignore
  state1('languages', { languages: spoken.join(', ') });
  const spelled = plans.map((plan) => spelledPlans[plan] ?? plan);
  let insurance = pick([`<h2>Insurance we accept</h2><ul>${spelled.map((plan) => `<li>${plan}</li>`).join('')}</ul>`, `<h1>Payment</h1><p>We accept ${and(plans)}. Please bring your card.</p>`, `<p>Our office is in-network with ${plans.join(', ')}.</p>`], n); // prettier-ignore
  state1('insurancePlans', { insurancePlans: plans.join('; ') });
  const listed = offers.map((one) => spelledServices[one] ?? one);
  const services = pick([`<h1>Our Services</h1><ul>${listed.map((one) => `<li><a href="/s">${one}</a></li>`).join('')}<li>Sedation hypnosis</li></ul>`, `<h1>Dental care</h1>${listed.map((one) => `<h3>${one}</h3><p>Ask us about it.</p>`).join('')}`], n); // prettier-ignore
  state1('services', { services: offers.join('; ') });
  const drop = (...topics: string[]) => {
    site.findable = site.findable.filter((topic) => !topics.includes(topic));
    for (const topic of topics)
      for (const key of topic === 'hours' ? days.map((day) => `${day}Hours`) : [topic]) delete stated[key];
  };
  const everything = ['hours', 'languages', 'insurancePlans', 'services', 'bookingUrl'];

  let contactPage = `<h1>Visit us</h1>${contact}${hoursText}`;
  let home = `${nav}<h1>${escape(name)}</h1><p>Gentle care in ${city}.</p>${contact}`;
  if (booking === 'service') home += `<a href="${bookingUrl}"><span>Schedule an Appointment</span> »</a>`;
  // These lead to a form, a number, and a page about the practice.
  if (booking === 'none') home += `<a href="/contact-us">Schedule an appointment</a><a href="tel:${phone}">Book now</a><a href="https://www.facebook.com/p${n}">Book now</a><a href="https://calendar.example/">See our schedule</a>`; // prettier-ignore
  let head = '';
  if (trap === 'contradiction') {
    contactPage +=
      '<h3>Front desk</h3><p>Monday: 6:00 AM - 7:00 AM</p><p>Tuesday: 6:00 AM - 7:00 AM</p><p>Wednesday: 6:00 AM - 7:00 AM</p>';
    drop('hours');
  }
  if (trap === 'negation') {
    insurance = '<h2>Plans we do not accept</h2><ul><li>Aetna</li></ul><p>We are out-of-network with Cigna.</p><p>We no longer accept MetLife.</p><p>We can’t accept Medicaid, Humana, or Guardian.</p>'; // prettier-ignore
    drop('insurancePlans');
  }
  if (trap === 'offices') {
    delete data.openingHours;
    delete data.openingHoursSpecification;
    contactPage = `<h1>Our offices</h1>${contact}<p>Monday - Friday: 8am - 5pm</p><address>900 Far Rd<br>Elsewhere, TX 75001<br>(972) 555-0100</address><p>Saturday: 9am - 1pm</p>`; // prettier-ignore
    drop(...everything);
    if (data.knowsLanguage || data.availableLanguage) state1('languages', { languages: spoken.join(', ') });
    if (booking === 'data') state1('bookingUrl', { bookingUrl });
  }
  if (trap === 'stranger') {
    const other = `<address>Other Dental<br>77 Nowhere Ln<br>(201) 555-0177</address>`;
    contactPage = `${other}${hoursText}`;
    home = `${nav}<h1>Other Dental</h1>${other}`;
    Object.assign(data, { telephone: '(201) 555-0177', address: '77 Nowhere Ln' });
    drop(...everything);
  }
  if (trap === 'holidays') {
    delete data.openingHours;
    data.openingHoursSpecification = [{ dayOfWeek: titles, opens: '10:00', closes: '12:00', validFrom: '2026-12-24', validThrough: '2026-12-31' }]; // prettier-ignore
    contactPage = `${contact}<h2>Holiday hours</h2><p>Monday: 10am - 12pm</p><p>Tuesday: 10am - 12pm</p><p>Wednesday: Closed</p>`;
    drop('hours');
  }
  if (trap === 'hidden') {
    contactPage = `${contact}<div style="display: none">${pick(textForms, form)(weeks[2]!)}</div><div hidden>${textForms[0]!(weeks[1]!)}</div>`;
    drop('hours');
    if (isData) Object.assign(stated, statedWeek(week, pick(dataStatesClosed, form)));
  }
  if (trap === 'alternate') {
    delete data.openingHours;
    delete data.openingHoursSpecification;
    contactPage = `${contact}<p>Monday - Thursday: 8am - 5pm</p><p>Every other Friday: 8am - 1pm</p><p>Saturday: by appointment</p>`;
    drop('hours');
  }
  if (trap === 'one-dentist') {
    delete data.knowsLanguage;
    delete data.availableLanguage;
    about =
      '<h1>About</h1><p>Dr. Kim speaks Korean. Our team does not speak Russian.</p><p>Translate this page: Spanish, French</p>';
    drop('languages');
  }
  if (trap === 'document') {
    head += `<script type="application/ld+json">{"@type": "Dentist", "openingHours": "Mo-Su 01:00-02:00",}</script>`;
  }

  const html =
    n % 8 === 6 ? { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebSite', name }, data] } : data;
  head += script(html);
  const { replies } = site;
  replies.set('/', page(name, home, head));
  replies.set('/contact-us', page('Contact', nav + contactPage));
  replies.set('/dental-services', page('Services', nav + services));
  replies.set('/insurance', page('Insurance', nav + insurance));
  replies.set('/about', page('About', nav + about));
  replies.set('/blog', page('Blog', `<h1>News</h1><p>We accept Careington. We speak Polish. Monday: 3am - 4am</p>`));
  replies.set('/robots.txt', n % 3 === 0 ? { status: 404 } : { type: 'text/plain', body: 'User-agent: *\nDisallow: /wp-admin/\n' }); // prettier-ignore

  if (trap === 'robots') replies.set('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /\n' });
  if (trap === 'robots-page') {
    replies.set('/robots.txt', { type: 'text/plain', body: 'User-agent: DentalDirectoryBot\nDisallow: /contact-us\n\nUser-agent: *\nAllow: /\n' }); // prettier-ignore
    if (!isData) drop('hours');
  }
  if (trap === 'elsewhere') replies.set('/', { status: 302, location: 'http://127.0.0.2:9/' });
  if (trap === 'robots-fails') replies.set('/robots.txt', { status: 503 });
  if (trap === 'hangs') replies.set('/', { fault: 'hangs' });
  if (trap === 'endless') replies.set('/', { type: 'text/html', fault: 'endless' });
  if (['robots', 'elsewhere', 'robots-fails', 'hangs', 'endless'].includes(trap ?? '')) drop(...everything);
  return site;
}
