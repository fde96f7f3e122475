import { describe, expect, test } from 'vitest';
import { formatDuration, showProgress } from './progress.ts';

const record = (isTTY: boolean) => {
  const written: string[] = [];
  let time = 0;
  return {
    written,
    pass: (ms: number) => (time += ms),
    options: { output: { isTTY, columns: 120, write: (text: string) => written.push(text) }, now: () => time },
  };
};

describe('progress', () => {
  test('writes a line every few seconds without a terminal', () => {
    const { written, pass, options } = record(false);
    const bar = showProgress('Listings', 1_000_000, options);
    for (let n = 0; n < 10; n++) {
      pass(1_000);
      bar.tick(50_000);
    }
    bar.done();
    expect(written).toEqual([
      'Listings: 250,000 of 1,000,000, 50,000 a second, 15 s left\n',
      'Listings: 500,000 of 1,000,000, 50,000 a second, 10 s left\n',
      'Listings: 500,000 in 10 s\n',
    ]);
  });

  test('redraws one line on a terminal and ends with a summary', () => {
    const { written, pass, options } = record(true);
    const bar = showProgress('Listings', 200, options);
    pass(1_000);
    bar.tick(50);
    bar.tick(50);
    expect(written).toEqual([
      `\r\x1b[2KListings ${'█'.repeat(6)}${'░'.repeat(18)}  25%  50 of 200 · 50 a second · 3 s left`,
    ]);
    bar.done('ready');
    bar.tick();
    bar.done();
    expect(written.slice(1)).toEqual(['\r\x1b[2K', 'Listings: ready\n']);
  });

  test('shows only count and rate when the total is unknown', () => {
    const { written, pass, options } = record(false);
    const bar = showProgress('Rows', undefined, options);
    pass(6_000);
    bar.tick(600);
    expect(written).toEqual(['Rows: 600, 100 a second\n']);
  });
});

test('formats durations', () => {
  expect([0.2, 59.2, 90, 3_600, 5_400].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '2 min',
    '1 h 0 min',
    '1 h 30 min',
  ]);
});
