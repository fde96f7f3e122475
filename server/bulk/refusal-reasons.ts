/** Every reason for which an import refuses a row or leaves a cell blank. The operator reads them on the report and in refused.csv. */

/** Checked while the file is read: the row as a whole. */
export const rowReasons = {
  unclosedQuote: 'This row opens a quotation mark and never closes it.',
  strayQuote: 'A cell has a quotation mark in the middle.',
  invalidCharacters: 'It contains invalid characters.',
  tooManyCells: (line: number, cells: number, headers: number) =>
    `Line ${line}: ${cells} cells, the header has ${headers}. Put quotation marks around text that contains a comma.`,
};

/** Checked while the row is cleaned: one cell. */
export const cellReasons = {
  invalidCharacters: 'This cell contains invalid characters.',
  damagedCharacter: 'This cell contains a damaged character.',
  tooLong: 'This cell is too long.',
  id: 'This is not a valid id.',
  state: 'This is not a US state or territory.',
  zip: 'This is not a US ZIP code.',
  phone: 'This is not a phone number.',
  phoneRounded:
    'A spreadsheet rounded this phone number, so its last digits are lost. Format the column as text and enter it again.',
  phoneWithoutAreaCode: 'This phone number has no area code.',
  foreignPhone: 'This is not a US phone number.',
  email: 'This is not an email address.',
  url: 'This is not a web address that starts with http:// or https://.',
  flag: 'Enter yes or no.',
  count: 'This is not a whole number.',
  rating: 'A rating is a number from 0 to 5.',
  degrees: 'This is not a coordinate in degrees.',
  latitude: 'A latitude is from -90 to 90.',
  zeroPoint: 'These coordinates are zero, which is no place in the US.',
  npi: 'An NPI has ten digits.',
  fullAddress: 'We couldn’t find the city, state, and ZIP code in this address.',
  weekHours: 'We couldn’t read these hours. List them day by day.',
  gender: 'Enter female or male.',
  price: 'This is not a price in whole dollars from 1 to 100,000.',
  priceOrder: 'The highest price can’t be below the lowest price.',
  priceFromMissing: 'A highest price needs a lowest price.',
  date: 'This is not a date such as 2026-03-01.',
  discipline: 'Enter the board’s words about discipline, or “none.”',
  holidays: 'Enter dates such as 2026-11-26: Closed, separated by semicolons.',
  oneOf: (words: readonly string[]) => `Enter ${words.slice(0, -1).join(', ')}, or ${words.at(-1)}.`,
  plan: (name: string) => `There is no insurance plan “${shorten(name)}”.`,
  practiceType: (name: string) => `There is no practice type “${shorten(name)}”.`,
  service: (name: string) => `There is no service “${shorten(name)}”.`,
};

/** Rows with these are imported, and listed for a second look. */
export const flagReasons = {
  stateAndZip: 'The ZIP code is in another state.',
};

/** Checked in the database, with the directory and the other rows. The query fills in %s with format(). */
export const databaseReasons = {
  nameMissing: 'A new listing needs a name.',
  idOutOfRange: 'This id isn’t from this directory. Leave it blank to add a new listing.',
  idOfAnotherListing:
    'Listing %s is “%s”, and nothing else in this row matches it. Leave the id blank to add a new listing.',
  severalMatches: 'This row matches several listings (%s). Enter the id of the right one.',
  mergeTargetGone: 'The listing that this row was merged into was deleted.',
  sameListing: 'This row is for the same listing as line %s.',
  sameValue: (label: string) => `Line %s has the same ${label}.`,
  valueTaken: (label: string) => `Listing %s already has this ${label}.`,
};

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
