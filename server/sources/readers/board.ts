import { NO_DISCIPLINE } from '#shared/listings/source-facts.ts';
import { parseDate } from '#server/bulk/clean/clean-text.ts';
import type { BoardFile, DisciplineColumns } from '../boards/board-file.ts';
import type { Reader } from './reader.ts';

function readDay(text: string, form: BoardFile['dates']): string | null {
  const plain = text.trim().split(/[T ]/)[0]!;
  const parts = form === 'yyyymmdd' ? /^(\d{4})(\d\d)(\d\d)$/.exec(plain) : null;
  return parseDate(parts ? parts.slice(1).join('-') : plain);
}

const LONGEST_ACTION = 300;

/** Reads the discipline that a row states, or null. A blank cell doesn't say that there was none. */
function readDiscipline(
  columns: DisciplineColumns,
  cell: (column: string) => string,
  dates: BoardFile['dates'],
): string | null {
  if ('flag' in columns) {
    const word = cell(columns.flag);
    if (/^(?:no|n)$/i.test(word)) return NO_DISCIPLINE;
    return /^(?:yes|y)$/i.test(word) ? `${columns.label}: yes` : null;
  }
  const action = cell(columns.action).replace(/\s+/g, ' ').slice(0, LONGEST_ACTION);
  if (action === '') return null;
  const [from, until] = [readDay(cell(columns.from), dates), readDay(cell(columns.until), dates)];
  const days = [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ');
  return days === '' ? action : `${action} (${days})`;
}

export const createBoardReader = (file: BoardFile): Reader => ({
  needs: [file.license, ...file.name, file.status, file.expires, ...(file.profession ? [file.profession.column] : [])],
  about: 'person',
  read(cell, asOf) {
    const { profession } = file;
    if (profession && !profession.words.test(cell(profession.column))) return null;
    const license = cell(file.license);
    const word = cell(file.status);
    const stated = file.statuses.find(([words]) => words.test(word))?.[1];
    if (license === '' || stated === undefined) return null;
    const discipline = file.discipline && readDiscipline(file.discipline, cell, file.dates);
    const expires = readDay(cell(file.expires), file.dates);
    // Some boards leave the status as it was until the license is renewed or closed.
    const hasExpired = expires !== null && expires < asOf && ['active', 'probation'].includes(stated);
    return {
      candidate: {
        license,
        licenseState: file.state,
        name: file.name.map(cell).filter(Boolean).join(' '),
        ...(file.zip ? { zip: cell(file.zip) } : {}),
      },
      values: {
        license,
        licenseState: file.state,
        licenseStatus: hasExpired ? 'expired' : stated,
        ...(expires ? { licenseExpires: expires } : {}),
        ...(discipline ? { licenseDiscipline: discipline } : {}),
      },
    };
  },
});
