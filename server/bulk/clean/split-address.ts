import { findStateCode } from './clean-text.ts';

interface SplitAddress {
  address: string | null;
  city: string;
  state: string;
  zipCode: string | null;
  point: Point | null;
}
export interface Point {
  lat: string;
  lng: string;
}

const number = String.raw`(-?\d{1,3}(?:\.\d{1,20})?)`;
const latLng = new RegExp(String.raw`^\(?\s*${number}\s?[,;]\s?${number}\s*\)?$`);
const wellKnown = new RegExp(String.raw`^POINT(?: Z)? ?\(\s?${number}\s${number}(?:\s-?[\d.]{1,20})?\s?\)$`, 'i');
const MAX_POINT = 100;

/** Reads “POINT (-71.07 42.34)”, which has the longitude first, and “(42.34, -71.07)”. */
export function parsePoint(cell: string): Point | null {
  if (cell.length > MAX_POINT) return null;
  const [, lng, lat] = wellKnown.exec(cell) ?? [];
  if (lng !== undefined && lat !== undefined) return Math.abs(Number(lat)) <= 90 ? { lat, lng } : null;
  const [, first, second] = latLng.exec(cell) ?? [];
  if (first === undefined || second === undefined || Math.abs(Number(first)) > 90) return null;
  return { lat: first, lng: second };
}

const isCountry = (part: string) => /^(usa?|united states( of america)?)$/i.test(part);

/**
 * Splits “12 Main St, Suite 4, Boston, MA 02134, United States”, on lines of their own or not, with or without coordinates at
 * the end. Without a street it splits “Boston, MA 02134”. Null for other texts.
 */
export function splitFullAddress(text: string, hasStreet: boolean): SplitAddress | null {
  const opening = text.lastIndexOf('(');
  const point = opening === -1 ? null : parsePoint(text.slice(opening).trim());
  const parts = (point ? text.slice(0, opening) : text)
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isCountry(part));
  const last = parts.pop() ?? '';
  const zip = /\s(\d{5}(?:-\d{4})?)$/.exec(last)?.[1] ?? null;
  const state = findStateCode(zip === null ? last : last.slice(0, -zip.length).trim());
  const city = parts.pop();
  if (!state || city === undefined || (hasStreet ? parts.length === 0 || zip === null : parts.length > 0)) return null;
  return { address: hasStreet ? parts.join(', ') : null, city, state, zipCode: zip, point };
}
