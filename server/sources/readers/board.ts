import { parseDate } from '#server/bulk/clean/clean-text.ts';
import type { BoardFile } from '../boards/board-file.ts';
import type { Reader } from './reader.ts';

function readDay(text: string, form: BoardFile['dates']): string | null {
  const plain = text.trim().split(/[T ]/)[0]!;
  const parts = form === 'yyyymmdd' ? /^(\d{4})(\d\d)(\d\d)$/.exec(plain) : null;
  return parseDate(parts ? parts.slice(1).join('-') : plain);
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
      },
    };
  },
});
