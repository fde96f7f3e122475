import { expect, it } from 'vitest';
import { listFiles, readSource } from './source-files.ts';

const FOLDER = 'docs/decisions/';
const files = listFiles(['docs/decisions'], /^\d{3}-[a-z0-9-]+\.md$/).toSorted();
const nameOf = (file: string): string => file.slice(FOLDER.length);
const numberOf = (file: string): number => Number(nameOf(file).slice(0, 3));

const layout =
  /^# (?<number>\d+)\. (?<title>.+)\n\nDate: \d{4}-\d\d-\d\d · Status: (?:(?<status>accepted|withdrawn)|superseded by \[(?<next>\d+)\]\((?<link>[^)]+)\))\n\n/;
const decisions = files.map((file) => {
  const text = readSource(file);
  return { file, text, ...layout.exec(text)?.groups } as {
    file: string;
    text: string;
    number?: string;
    title?: string;
    status?: string;
    next?: string;
    link?: string;
  };
});

it('each decision begins with its number, date, and status', () => {
  expect(files.length).toBeGreaterThan(80);
  expect(decisions.filter(({ file, number }) => Number(number) !== numberOf(file)).map(({ file }) => file)).toEqual([]);
});

it('a superseded decision names a later one that exists, says that it replaces it, and is in force', () => {
  const replaced = decisions.filter(({ next }) => next !== undefined);
  expect(replaced.length).toBeGreaterThan(0);
  for (const { file, next, link } of replaced) {
    const later = decisions.find((other) => nameOf(other.file) === link);
    expect(later && numberOf(later.file), file).toBe(Number(next));
    expect(later!.status, file).toBe('accepted');
    expect(numberOf(later!.file), file).toBeGreaterThan(numberOf(file));
    expect(later!.text, `${later!.file} must name ${nameOf(file)}`).toContain(`](${nameOf(file)})`);
  }
});

it('the index lists every decision with its status', () => {
  const rows = decisions.map(
    ({ file, number, title, status, next, link }) =>
      `| [${number}](${nameOf(file)}) | ${title} | ${status ?? `superseded by [${next}](${link})`} |`,
  );
  const listed = readSource(`${FOLDER}README.md`)
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) => line.replace(/ +/g, ' '));
  expect(listed).toEqual(rows);
});

it('decisions hold no timings, which belong to docs/figures.md', () => {
  const timing = /\b(?:p50|p95|p99|processor time)\b|\b\d[\d.,]* (?:to \d[\d.,]* )?ms\b/;
  // These name a limit or a condition of a test instead of a result.
  const allowed = new Set(['108-forms-without-scripts.md']);
  expect(
    decisions.filter(({ file, text }) => timing.test(text) && !allowed.has(nameOf(file))).map(({ file }) => file),
  ).toEqual([]);
});

it('figures are rows of at most 100 characters under a command that exists', () => {
  const figures = readSource('docs/figures.md');
  expect(figures.split('\n').filter((line) => line.length > 100)).toEqual([]);
  const named = [...figures.matchAll(/npm run bench -- ([a-z-]+)/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(5);
  const benchmarks = [...readSource('bench/run.ts').matchAll(/^ {2}'?([a-z-]+)'?: async/gm)].map((match) => match[1]!);
  expect(benchmarks.length).toBeGreaterThan(10);
  expect(named.filter((name) => !benchmarks.includes(name))).toEqual([]);
});
