import { buildXlsx } from '../xlsx.ts';
import type { CorpusFile } from './corpus-file.ts';
import { people, writeTable, type Person } from './people.ts';

const every = (n: number, step: number) => n % step === 0;
const named = (p: Person) => `${p.first} ${p.last}`;
const placed = (p: Person) => [p.street, p.city, p.state, p.zip];
const place = 'Address=address|City=city|State=state|Zip=zipCode';

/** Files as offices, payers, and their programs save them. */
export const officeFiles: CorpusFile[] = [
  {
    title: 'semicolons and a byte order mark, as Excel saves them in Europe',
    content: `\ufeff${writeTable('Name|Address|City|State|Zip|Phone', (p) => [named(p), ...placed(p), p.digits], { by: ';', newline: '\r\n' })}`,
    fields: `Name=name|${place}|Phone=phone`,
    added: 40,
  },
  {
    title: 'Excel’s Unicode text: UTF-16 with tabs',
    content: Buffer.from(
      `\ufeff${writeTable('Name|Address|City|State|Zip', (p) => [`${p.first} Núñez-${p.last}`, ...placed(p)], { by: '\t', newline: '\r\n' })}`,
      'utf16le',
    ),
    fields: `Name=name|${place}`,
    added: 40,
    first: { name: 'Ann Núñez-Abbott' },
  },
  {
    title: 'Windows-1252 with accents',
    content: Buffer.from(
      writeTable('Name|Address|City|State|Zip', (p) => [`${p.first} Peña ${p.last}`, ...placed(p)]),
      'latin1',
    ),
    fields: `Name=name|${place}`,
    added: 40,
    first: { name: 'Ann Peña Abbott' },
  },
  {
    title: 'title rows above the header',
    content: `Our dentists 2026,,,,\nPrinted 11/01/2026,,,,\n\n${writeTable('Name|Address|City|State|Zip', (p) => [named(p), ...placed(p)])}`,
    says: /Line 1 of this file is a title \(“Our dentists 2026”\)\. Its column names are on line 4\./,
  },
  {
    title: 'a title row above columns that only their words name',
    content: `Quarterly extract,,,,\n${writeTable('Clinic Dentist Name|Clinic Address|Clinic City|Clinic State|Clinic Zip', (p) => [named(p), ...placed(p)])}`,
    says: /Its column names are on line 2\./,
  },
  {
    title: 'a spreadsheet whose ZIP codes are numbers',
    name: 'list.xlsx',
    content: buildXlsx({
      List: [
        ['Name', 'Address', 'City', 'State', 'Zip', 'Telephone'],
        ...people.map((p) => [named(p), p.street, p.city, p.state, Number(p.zip), Number(p.digits)]),
      ],
    }),
    fields: `Name=name|${place}|Telephone=phone`,
    added: 40,
    first: { zipCode: '02118', phone: '(617) 555-1000' },
  },
  {
    title: 'names as “Last, First” with credentials',
    content: writeTable('Provider|Address|City|State|Zip', (p) => [
      `${p.last.toUpperCase()}, ${p.first.toUpperCase()} Q, DDS`,
      ...placed(p),
    ]),
    fields: `Provider=lastFirst|${place}`,
    added: 40,
    first: { name: 'Ann Q Abbott', title: 'DDS' },
  },
  {
    title: 'city, state, and ZIP code in one cell',
    content: writeTable('Dentist|Street|City/State/Zip|Phone', (p) => [
      named(p),
      p.street,
      `${p.city}, ${p.state} ${p.zip}`,
      p.phone,
    ]),
    fields: 'Dentist=name|Street=address|City/State/Zip=cityStateZip|Phone=phone',
    added: 40,
    first: { city: 'Boston', state: 'MA', zipCode: '02118', address: '100 Main St' },
  },
  {
    title: 'full addresses in a column called Address',
    content: writeTable('Doctor Name|Address|Contact', (p) => [
      named(p),
      `${p.street}, ${p.city}, ${p.state} ${p.zip}`,
      p.phone,
    ]),
    fields: 'Doctor Name=name|Address=fullAddress|Contact=phone',
    added: 40,
    first: { address: '100 Main St', city: 'Boston', state: 'MA' },
  },
  {
    title: 'ZIP codes without their zeros and with decimals',
    content: writeTable('Name|Address|City|State|Zip', (p) => [
      named(p),
      p.street,
      p.city,
      p.state,
      every(p.n, 2) ? `${Number(p.zip)}.0` : String(Number(p.zip)),
    ]),
    fields: `Name=name|${place}`,
    added: 40,
    first: { zipCode: '02118' },
  },
  {
    title: 'hours of the week in one cell, some of them words',
    content: writeTable('Name|Address|City|State|Zip|Office Hours', (p) => [
      named(p),
      ...placed(p),
      every(p.n, 5) ? 'Call for hours' : 'Mon-Thu 8am-5pm, Fri 8am-12pm',
    ]),
    fields: `Name=name|${place}|Office Hours=weekHours`,
    added: 40,
    blank: { weekHours: 8 },
  },
  {
    title: 'phone numbers of every form, a few of them unusable',
    content: writeTable('Name|Address|City|State|Zip|Phone', (p) => {
      const d = p.digits;
      const forms = [p.phone, `${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6)}`, `+1 ${d}`, `1-${d}`, `${p.phone} ext. 12`, `tel:${d}`, `${d}x4`, `${d.slice(0, 3)}/${d.slice(3)}`, 'call us', '6.17E+09'];
      return [named(p), ...placed(p), forms[p.n % forms.length]!];
    }), // prettier-ignore
    fields: `Name=name|${place}|Phone=phone`,
    added: 40,
    blank: { phone: 8 },
  },
  {
    title: 'a list without a header',
    content: writeTable('Ann Poe|12 Main St|Boston|MA|02118', (p) => [named(p), ...placed(p)]),
    says: /couldn’t find a name column/,
  },
  {
    title: 'companies instead of people',
    content: writeTable('Company|Company Address|Company City|State_Abr|Zip_Cd|Main Number', (p) => [
      `${p.last} Dental, Inc.`,
      ...placed(p),
      p.phone,
    ]),
    fields: 'Company=name|Company Address=address|Company City=city|State_Abr=state|Zip_Cd=zipCode|Main Number=phone',
    added: 40,
  },
  {
    title: 'websites without a scheme and email addresses with one',
    content: writeTable('Name|Address|City|State|Zip|Web|E-mail', (p) => [
      named(p),
      ...placed(p),
      every(p.n, 10) ? 'none yet' : p.site,
      every(p.n, 8) ? 'n/a' : `mailto:${p.email.toUpperCase()}`,
    ]),
    fields: `Name=name|${place}|Web=website|E-mail=email`,
    added: 40,
    blank: { website: 4, email: 5 },
    first: { email: null },
  },
  {
    title: 'state names, two ZIP codes of other states',
    content: writeTable('Name|Address|City|State|Zip', (p) => [
      named(p),
      p.street,
      p.city,
      p.stateName,
      p.n === 3 || p.n === 10 ? '90001' : p.zip,
    ]),
    fields: `Name=name|${place}`,
    added: 40,
    flagged: 2,
  },
  {
    title: 'rows without a state, a ZIP code, or a name',
    content: writeTable('Name|Address|City|State|Zip', (p) => [
      p.n === 0 ? 'N/A' : named(p),
      p.street,
      p.city,
      p.n === 1 ? 'Ontario' : p.state,
      p.n === 2 ? 'SW1A 1AA' : p.n === 3 ? 'N/A' : p.zip,
    ]),
    fields: `Name=name|${place}`,
    added: 37,
    refused: 3,
  },
  {
    title: 'the same header twice',
    content: writeTable('Name|Phone|Phone|Address|City|State|Zip', (p) => [named(p), p.phone, p.digits, ...placed(p)]),
    fields: `Name=name|Phone=phone|${place}`,
    added: 40,
  },
  {
    title: 'fax and emergency numbers next to the phone',
    content: writeTable('Provider Name|Fax|Emergency Phone|Office Phone Number|Address|City|State|Zip', (p) => [
      named(p),
      p.phone,
      p.phone,
      p.phone,
      ...placed(p),
    ]),
    fields: `Provider Name=name|Office Phone Number=phone|${place}`,
    added: 40,
  },
  {
    title: 'yes and no in every spelling',
    content: writeTable('Name|Address|City|State|Zip|Accepting New Patients|Wheelchair Access', (p) => [
      named(p), ...placed(p), ['Yes', 'N', 'TRUE', '0', 'Unknown'][p.n % 5]!, ['x', '', 'no', 'Y', 'ask'][p.n % 5]!,
    ]), // prettier-ignore
    fields: `Name=name|${place}|Accepting New Patients=acceptsNewPatients|Wheelchair Access=wheelchairAccessible`,
    added: 40,
    blank: { acceptsNewPatients: 8, wheelchairAccessible: 8 },
  },
  {
    title: 'a line that names the separator, and quotation marks around everything',
    content: `sep=;\r\n${writeTable('Name|Address|City|State|Zip', (p) => [named(p), ...placed(p)], { by: ';', newline: '\r\n' }).replaceAll(/[^;\r\n]+/g, '"$&"')}`,
    fields: `Name=name|${place}`,
    added: 40,
  },
  {
    title: 'ZIP codes as formulas, so that a spreadsheet keeps their zeros',
    content: writeTable('Name|Address|City|State|Zip', (p) => [named(p), p.street, p.city, p.state, `="${p.zip}"`]),
    fields: `Name=name|${place}`,
    added: 40,
    first: { zipCode: '02118' },
  },
  {
    title: 'contacts of a marketing program with ids of its own',
    content: writeTable('Record ID|First Name|Last Name|Email|Phone Number|Company name|Street Address|City|State/Region|Postal Code|Website URL|Create Date', (p) => [
      8_801_000 + p.n, p.first, p.last, p.email, p.phone, `${p.last} Dental`, ...placed(p), p.site, '2026-03-01 10:22',
    ]), // prettier-ignore
    fields:
      'First Name=firstName|Last Name=lastName|Email=email|Phone Number=phone|Company name=practice|Street Address=address|City=city|State/Region=state|Postal Code=zipCode|Website URL=website',
    added: 40,
  },
  {
    title: 'accounts of a sales program with billing and shipping places',
    content: writeTable('Account ID|Account Name|Billing Street|Billing City|Billing State/Province|Billing Zip/Postal Code|Shipping City|Phone|Website', (p) => [
      `001A0000${p.n}`, `${p.last} Dental`, ...placed(p), 'Elsewhere', p.phone, p.site,
    ]), // prettier-ignore
    fields:
      'Account Name=name|Billing Street=address|Billing City=city|Billing State/Province=state|Billing Zip/Postal Code=zipCode|Phone=phone|Website=website',
    added: 40,
  },
  {
    title: 'coordinates of which some are zero',
    content: writeTable('Name|Address|City|State|Zip|Lat|Long', (p) => [
      named(p),
      ...placed(p),
      every(p.n, 4) ? 0 : p.lat,
      every(p.n, 4) ? 0 : p.lng,
    ]),
    fields: `Name=name|${place}|Lat=lat|Long=lng`,
    added: 40,
    blank: { lat: 10 },
    first: { lat: null, lng: null },
  },
  {
    title: 'ids, columns of words for a link and a type, and a network',
    content: writeTable('id|Name|Type|Link|Network|Address|City|State|Zip', (p) => [
      `P-${p.n}`,
      named(p),
      'In network',
      'View map',
      'Tier 1',
      ...placed(p),
    ]),
    fields: `Name=name|${place}`,
    doubtful: ['id', 'Type', 'Link', 'Network'],
    added: 40,
  },
  {
    title: 'services and plans that the directory lacks',
    content: writeTable('Name|Address|City|State|Zip|Services|Insurance Plans', (p) => [
      named(p),
      ...placed(p),
      every(p.n, 2) ? 'Veneers' : 'Moon Polish',
      every(p.n, 4) ? 'Galaxy Dental' : 'Delta Dental',
    ]),
    fields: `Name=name|${place}|Services=services|Insurance Plans=insurancePlans`,
    added: 40,
    blank: { services: 20, insurancePlans: 10 },
  },
];
