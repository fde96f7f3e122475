const towns = ['Boston', 'Cambridge', 'Quincy', 'Lowell', 'Worcester'];
const states = ['MA', 'Massachusets', 'Massachusetts', 'MA', 'Nowhere'];
const listLine = (n: number) =>
  `Dr. Avery Example ${n},${n % 9 === 4 ? '12' : `(617) 555-${1_000 + n}`},${towns[n % 5]!},${states[n % 5]!},02118,Gentle care ${n}`;
/** A messy list of dentists, with wrong states and phone numbers. */
export const buildBoardList = (rows: number): string =>
  `Dentist,Telephone,City,ST,ZIP,Notes\n${Array.from({ length: rows }, (_, n) => listLine(n)).join('\n')}\n`;
