import type { Knex } from 'knex';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import type { FileFormat } from '#contract/bulk/workbench.ts';
import { buildXlsx } from './xlsx.ts';

/** A file as people send them, and what an operator does until it can be imported. */
export interface MessyFile {
  title: string;
  name: string;
  content: Buffer;
  format?: FileFormat;
  mapping?: Record<string, string | null>;
  steps?: RecipeStep[];
  /** The new listings, as name, phone, city, state, and ZIP code. */
  listings: [name: string, phone: string | null, city: string, state: string, zip: string][];
  refused?: number;
}

/** All listings, with the columns of `listings` above, in the order of their names. */
export const readMessyListings = async (db: Knex): Promise<(string | null)[][]> =>
  ((await db('dentists').orderBy('name')) as Record<string, string | null>[]).map((row) => [
    row.name ?? null,
    row.phone ?? null,
    row.city ?? null,
    row.state ?? null,
    row.zipCode ?? null,
  ]);

const utf8 = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`);
const utf16 = (...lines: string[]) => Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le');

export const messyFiles: MessyFile[] = [
  {
    title: 'a payer list in capitals, split names, and a provider on two lines',
    name: 'payer-directory.csv',
    content: utf8(
      'PROVIDER FIRST NAME,PROVIDER LAST NAME,DEGREE,SPECIALTY,OFFICE NAME,STREET 1,STREET 2,CITY,ST,ZIP+4,OFFICE PHONE,ACCEPTING NEW PATIENTS',
      "MARIA,O'NEIL,DDS,General Dentist,BRIGHT SMILES,12 MAIN ST,STE 4,MCALLEN,TX,785010000,9565550101,Y",
      'JOHN,SMITH,DMD,Orthodontist,"SMITH & SONS\nDENTAL",9 OAK AVE,,AUSTIN,TX,787010000,5125550102,N',
    ),
    mapping: { 'PROVIDER FIRST NAME': 'firstName', 'PROVIDER LAST NAME': 'lastName' },
    listings: [
      ["Maria O'Neil", '(956) 555-0101', 'McAllen', 'TX', '78501-0000'],
      ['John Smith', '(512) 555-0102', 'Austin', 'TX', '78701-0000'],
    ],
  },
  {
    title: 'a state board extract with title lines, pipes, and misspelled states',
    name: 'board-extract.txt',
    content: utf8(
      'STATE BOARD OF DENTISTRY - ACTIVE LICENSES',
      'Run date: 11/01/2026',
      '',
      'Licensee Name|License No|Mailing City|Mailing State|Mailing Zip|Phone #',
      'Poe, Ann|12345|Boston|Massachusets|2134|617-555-0103',
      'Ray, Ben|12346|Salem|Massachusetts|1970|617-555-0104',
      'Dow, Cy|12347|Salem|massachusets |1970|',
    ),
    format: { headerLine: 4, delimiter: '|' },
    steps: [
      { do: 'trim', column: 'Mailing State' },
      { do: 'map', column: 'Mailing State', values: { Massachusets: 'Massachusetts', massachusets: 'Massachusetts' } },
      { do: 'split', column: 'Licensee Name', by: ',', into: ['Last', 'First'] },
    ],
    mapping: { 'Licensee Name': null, Last: 'lastName', First: 'firstName' },
    listings: [
      ['Ann Poe', '(617) 555-0103', 'Boston', 'MA', '02134'],
      ['Ben Ray', '(617) 555-0104', 'Salem', 'MA', '01970'],
      ['Cy Dow', null, 'Salem', 'MA', '01970'],
    ],
  },
  {
    title: "a practice group's spreadsheet with a cover sheet, formulas, and numbers for ZIP codes",
    name: 'offices.xlsx',
    content: buildXlsx({
      Cover: [['Bright Smiles Group'], ['Fall 2026']],
      Dentists: [
        ['Dentist', 'Practice', 'City', 'State', 'Zip', 'Telephone Number', 'Mon', 'Web Site'],
        [
          'Ann Poe, DDS',
          'Bright Smiles',
          'Boston',
          'MA',
          2134,
          6175550105,
          '9-5',
          { xml: '<c t="str"><f>LOWER("A.COM")</f><v>bright.example</v></c>' },
        ],
        ['Ben Ray, DMD', 'Bright Smiles', 'Salem', 'MA', 1970, '(617) 555-0106', 'Closed', ''],
      ],
    }),
    format: { sheet: 'Dentists' },
    listings: [
      ['Ann Poe', '(617) 555-0105', 'Boston', 'MA', '02134'],
      ['Ben Ray', '(617) 555-0106', 'Salem', 'MA', '01970'],
    ],
  },
  {
    title: "Excel's UTF-16 with semicolons",
    name: 'export.csv',
    content: utf16(
      'Name;City;State;Zip;Phone',
      'José Núñez;San Juan;PR;00901;787-555-0107',
      '"Ray; Ben";Ponce;PR;00716;',
    ),
    steps: [{ do: 'replace', column: 'Name', find: 'Ray; Ben', with: 'Ben Ray' }],
    listings: [
      ['José Núñez', '(787) 555-0107', 'San Juan', 'PR', '00901'],
      ['Ben Ray', null, 'Ponce', 'PR', '00716'],
    ],
  },
  {
    title: 'a table copied from a PDF: tabs, runs of spaces, one address column',
    name: 'copied.txt',
    content: utf8(
      'Name\tFull Address\tPhone',
      'Ann  Poe\t12 Main St, Boston, MA 02134\t617  555  0108',
      '  Ben Ray \t9 Oak Ave, Suite 2, Salem, MA 01970\t617.555.0109',
    ),
    steps: [
      { do: 'trim', column: 'Name' },
      { do: 'phone', column: 'Phone' },
    ],
    listings: [
      ['Ann Poe', '(617) 555-0108', 'Boston', 'MA', '02134'],
      ['Ben Ray', '(617) 555-0109', 'Salem', 'MA', '01970'],
    ],
  },
  {
    title: 'a Windows-1252 file in which one office pasted UTF-8',
    name: 'mixed.csv',
    content: Buffer.concat([
      Buffer.from('Name,City,State,Zip\nAnn Peña,Cañon City,CO,81212\nBo Muñoz,Española,NM,87532\n', 'latin1'),
      Buffer.from('Cy Núñez,Denver,CO,80202\n'),
    ]),
    // How the pasted name looks when it is read as Windows-1252.
    steps: [{ do: 'map', column: 'Name', values: { 'Cy NÃºÃ±ez': 'Cy Núñez' } }],
    listings: [
      ['Ann Peña', null, 'Cañon City', 'CO', '81212'],
      ['Bo Muñoz', null, 'Española', 'NM', '87532'],
      ['Cy Núñez', null, 'Denver', 'CO', '80202'],
    ],
  },
  {
    title: 'a contact list without a state, whose blank and repeated headers hold the data',
    name: 'contacts.csv',
    content: utf8('Doctor,,Phone,Phone,Zip', 'Ann Poe,Boston,,617-555-0110,02134', 'Ben Ray,Salem,,617-555-0111,01970'),
    steps: [
      { do: 'join', columns: ['Phone', 'Phone (2)'], by: '', into: 'Best phone' },
      { do: 'fill', column: 'State', value: 'MA', onlyBlank: true },
    ],
    mapping: { 'Column 2': 'city', Phone: null, 'Phone (2)': null, 'Best phone': 'phone' },
    listings: [
      ['Ann Poe', '(617) 555-0110', 'Boston', 'MA', '02134'],
      ['Ben Ray', '(617) 555-0111', 'Salem', 'MA', '01970'],
    ],
  },
  {
    title: 'a scraped list with quoted line breaks, ragged rows, and a stray quotation mark',
    name: 'scraped.csv',
    content: utf8(
      'name,city,state,zip,bio',
      'Ann Poe,Boston,MA,02134,"Loves teeth.\nAnd ""jazz""."',
      'Ben Ray,Salem,MA,01970',
      'Cy Dow,Salem,MA,01970,x,y,z',
      'Di "Dee" Fox,Salem,MA,01970,ok',
      'Ed "open,Salem,MA,01970,ok',
    ),
    steps: [{ do: 'replace', column: 'name', find: 'Ed "open', with: 'Ed Open' }],
    listings: [
      ['Ann Poe', null, 'Boston', 'MA', '02134'],
      ['Ben Ray', null, 'Salem', 'MA', '01970'],
      ['Di "Dee" Fox', null, 'Salem', 'MA', '01970'],
      ['Ed Open', null, 'Salem', 'MA', '01970'],
    ],
    refused: 1,
  },
  {
    title: 'an old Mac file with European dates and single quotes',
    name: 'mac.csv',
    content: Buffer.from(
      "Name,City,ST,Postal/Zip Code,Price,Price as of\r'Poe, Ann',Boston,MA,02134,300,31/01/2026\r'Ray, Ben',Salem,MA,01970,250,01.02.2026\r",
    ),
    format: { quote: "'" },
    mapping: { Price: 'whiteningPriceFrom', 'Price as of': 'whiteningPriceOn' },
    steps: [
      { do: 'date', column: 'Price as of', order: 'day' },
      { do: 'replace', column: 'Name', find: 'Poe, Ann', with: 'Ann Poe' },
      { do: 'replace', column: 'Name', find: 'Ray, Ben', with: 'Ben Ray' },
    ],
    listings: [
      ['Ann Poe', null, 'Boston', 'MA', '02134'],
      ['Ben Ray', null, 'Salem', 'MA', '01970'],
    ],
  },
  {
    title: 'a survey export with unknown services, shouted cities, and rounded phone numbers',
    name: 'survey.csv',
    content: utf8(
      'Respondent,Town,State/ST,Zip Code,Telephone Number,Services Offered',
      'Ann Poe,BOSTON,Massachusetts,02134,6.175550112E+09,Veneerz; Moon Polish',
      'Ben Ray,SALEM,MA,01970,(617)555-0113,Moon Polish',
    ),
    mapping: { Respondent: 'name' },
    steps: [
      { do: 'items', column: 'Services Offered', values: { Veneerz: 'Veneers', 'Moon Polish': '' } },
      { do: 'case', column: 'Town', to: 'title' },
    ],
    listings: [
      ['Ann Poe', '(617) 555-0112', 'Boston', 'MA', '02134'],
      ['Ben Ray', '(617) 555-0113', 'Salem', 'MA', '01970'],
    ],
  },
];
