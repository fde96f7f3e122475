import { basename } from 'node:path';
import { openFile } from '#server/articles/outbound.ts';
import type { SourceInfo } from '#shared/sources/sources.ts';
import { checkAddress, type FetchRules } from './fetch-file.ts';
import { readBody } from './read-body.ts';
import { readPage } from './websites/read-page.ts';

const MAX_PAGE_BYTES = 2 ** 21;
const PAGE_MS = 60_000;

/** The registry names its files by date, so its address is the page that links to them. */
export const isPage = (address: string): boolean =>
  URL.canParse(address) && /\.html?$/i.test(new URL(address).pathname);

export async function fetchLinks(address: string, info: SourceInfo, rules: FetchRules): Promise<string[]> {
  checkAddress(address, info, rules);
  const totalMs = rules.totalMs ?? PAGE_MS;
  const response = await openFile(address, rules, { signal: AbortSignal.timeout(totalMs) });
  const body = await readBody(response, { maxBytes: MAX_PAGE_BYTES, maxMs: totalMs });
  return readPage(address, body.toString('utf8')).links.map(({ url }) => url);
}

const monthly = /^NPPES_Data_Dissemination_([A-Z][a-z]+)_(\d{4})(_V\d)?\.zip$/i;
const weekly = /^NPPES_Data_Dissemination_\d{6}_(\d\d)(\d\d)(\d\d)_Weekly(_V\d)?\.zip$/i;
const deactivated = /^NPPES_Deactivated_NPI_Report_(\d\d)(\d\d)(\d\d)(_V\d)?\.zip$/i;

export const fileNameOf = (url: string): string => basename(new URL(url).pathname);

/** The day of a link of one kind, as 2026-11-08, or null. */
function dayOf(url: string, kind: RegExp): string | null {
  const parts = kind.exec(fileNameOf(url));
  if (!parts) return null;
  const [, first, second, third] = parts;
  if (kind !== monthly) return `20${third}-${first}-${second}`;
  const date = new Date(`${first} 1, ${second} UTC`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

/** The links of a kind by day, the newest form of each file. */
function linksOf(links: readonly string[], kind: RegExp): string[] {
  const byDay = new Map<string, string>();
  for (const url of links.toSorted()) {
    const day = dayOf(url, kind);
    if (day !== null) byDay.set(day, url);
  }
  return [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, url]) => url);
}

/**
 * The files of the registry's page that are new: the newest month, each week, and the newest deactivation report, in this order. A week
 * from before the month changes nothing, because older values never replace newer ones.
 */
export function pickRegistryFiles(links: readonly string[], applied: ReadonlySet<string>): string[] {
  const wanted = [
    ...linksOf(links, monthly).slice(-1),
    ...linksOf(links, weekly),
    ...linksOf(links, deactivated).slice(-1),
  ];
  return wanted.filter((url) => !applied.has(fileNameOf(url)));
}
