import { expect, it } from 'vitest';
import { readAction, recordActions } from './record-actions.ts';

const read = (typed: string) => {
  const found = readAction(typed, recordActions);
  return found && [found.action.verb, found.rest];
};

it.each([
  ['refund smith', ['refund', 'smith']],
  ['Refund  Ann Smith', ['refund', 'Ann Smith']],
  ['refnud smith', ['refund', 'smith']],
  ['veryfy elm dental', ['verify', 'elm dental']],
  ['resnd ann@example.com', ['resend', 'ann@example.com']],
  ['open as wen lowe', ['open as', 'wen lowe']],
  ['price (512) 555-0142', ['price', '(512) 555-0142']],
])('%j is an action with a record', (typed, expected) => {
  expect(read(typed)).toEqual(expected);
});

it.each(['refund', 'open wen', 'smith refund', 'ref smith', 'pierce smith'])('%j is only a search', (typed) => {
  expect(read(typed)).toBeNull();
});
