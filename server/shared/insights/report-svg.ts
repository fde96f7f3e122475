import type { ReportChart, ReportFunnel } from './report.ts';

/** Draws a chart as a standalone SVG for files, always on white. */
const WIDTH = 760;
const HEIGHT = 360;
const box = { left: 76, right: 20, top: 84, bottom: 54 };
const ink = { text: '#1d2b2e', soft: '#55666a', line: '#d8dfe0', paper: '#ffffff' };
const colors = ['#0f7f88', '#c0612b', '#4b4a9c', '#5c8a2d', '#a33a71'];
const dashes = ['', '6 3', '2 3', '9 3 2 3', '1 4'];

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');
const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
const at = (value: number): string => value.toFixed(1).replace(/\.0$/, '');
interface Words {
  size?: number;
  weight?: number;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  turn?: boolean;
}
function words(
  x: number,
  y: number,
  text: string,
  { size = 12, weight = 400, fill = ink.soft, anchor = 'start', turn }: Words = {},
) {
  const turned = turn ? ` transform="rotate(-90 ${at(x)} ${at(y)})"` : '';
  return `<text x="${at(x)}" y="${at(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"${turned}>${escape(text)}</text>`;
}

export function chartSvg(chart: ReportChart | ReportFunnel, about: string): string {
  const inside = chart.kind === 'funnel' ? funnel(chart) : plot(chart);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Figtree, system-ui, sans-serif" role="img" aria-label="${escape(`${chart.title}, ${chart.unit}`)}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ink.paper}"/>`,
    words(20, 28, chart.title, { size: 16, weight: 600, fill: ink.text }),
    words(20, 48, `${chart.unit} · ${about}`),
    ...inside,
    '</svg>',
  ].join('');
}

const CHARACTER_WIDTH = 6.5;
const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.max(1, length - 1))}…`;

/** The top of the scale, a round number, and the step between grid lines. */
export function scaleOf(largest: number): { top: number; step: number } {
  const rough = Math.max(largest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((by) => by * power).find((by) => by >= rough)!,
  );
  return { top: Math.ceil(Math.max(largest, 1) / step) * step, step };
}

function plot({ kind, x, series, rows, unit }: ReportChart): string[] {
  const width = WIDTH - box.left - box.right;
  const height = HEIGHT - box.top - box.bottom;
  const values = rows.flatMap((row) => series.map(({ key }) => Number(row[key] ?? 0)));
  const { top, step } = scaleOf(Math.max(0, ...values));
  const yOf = (value: number) => box.top + height - (value / top) * height;
  const slot = width / Math.max(1, rows.length);
  const xOf = (index: number) => box.left + slot * (index + 0.5);
  const out: string[] = [];
  for (let value = 0; value <= top; value += step) {
    const y = at(yOf(value));
    out.push(`<path d="M${box.left} ${y}H${WIDTH - box.right}" stroke="${ink.line}"/>`);
    out.push(words(box.left - 8, yOf(value) + 4, number(value), { anchor: 'end' }));
  }
  const every = Math.ceil(rows.length / 8);
  const longestLabel = Math.floor((slot * every) / CHARACTER_WIDTH);
  rows.forEach((row, index) => {
    if (index % every !== 0) return;
    out.push(words(xOf(index), HEIGHT - 34, shorten(String(row[x.key] ?? ''), longestLabel), { anchor: 'middle' }));
  });
  out.push(words(box.left + width / 2, HEIGHT - 12, x.label, { anchor: 'middle' }));
  out.push(words(20, box.top + height / 2, unit, { anchor: 'middle', turn: true }));
  let along = box.left;
  series.forEach(({ key, label }, index) => {
    const color = colors[index % colors.length]!;
    out.push(`<rect x="${at(along)}" y="60" width="10" height="10" rx="2" fill="${color}"/>`);
    out.push(words(along + 16, 69, label));
    along += 34 + label.length * CHARACTER_WIDTH;
    if (kind === 'line') {
      // A missing value leaves a gap, because it doesn't mean zero.
      const path = rows
        .map((row, n) =>
          row[key] == null
            ? ''
            : `${n === 0 || rows[n - 1]![key] == null ? 'M' : 'L'}${at(xOf(n))} ${at(yOf(Number(row[key])))}`,
        )
        .join('');
      const dash = dashes[index % dashes.length]!;
      out.push(`<path d="${path}" fill="none" stroke="${color}" stroke-width="2.25" stroke-dasharray="${dash}"/>`);
      if (rows.length === 1)
        out.push(`<circle cx="${at(xOf(0))}" cy="${at(yOf(Number(rows[0]![key] ?? 0)))}" r="3" fill="${color}"/>`);
    } else {
      const bar = Math.min(40, (slot * 0.72) / series.length);
      rows.forEach((row, n) => {
        const y = yOf(Number(row[key] ?? 0));
        const left = xOf(n) - (bar * series.length) / 2 + bar * index;
        out.push(
          `<rect x="${at(left)}" y="${at(y)}" width="${at(bar)}" height="${at(box.top + height - y)}" fill="${color}"/>`,
        );
      });
    }
  });
  return out;
}

function funnel({ steps }: ReportFunnel): string[] {
  const most = Math.max(1, ...steps.map(({ value }) => value));
  const high = (HEIGHT - box.top - 20) / Math.max(1, steps.length);
  return steps.flatMap(({ label, value }, index) => {
    const y = box.top + high * index;
    const before = index > 0 ? steps[index - 1]!.value : 0;
    const share = before > 0 ? ` (${number((value / before) * 100)}% of the step before)` : '';
    return [
      words(20, y + 14, label, { size: 13, fill: ink.text }),
      words(WIDTH - 20, y + 14, number(value) + share, { size: 13, fill: ink.text, anchor: 'end' }),
      `<rect x="20" y="${at(y + 22)}" width="${WIDTH - 40}" height="16" rx="4" fill="${ink.line}"/>`,
      `<rect x="20" y="${at(y + 22)}" width="${at(((WIDTH - 40) * value) / most)}" height="16" rx="4" fill="${colors[0]!}"/>`,
    ];
  });
}
