import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const degrees = (limit: number, sentence: string) =>
  z
    .string()
    .regex(/^-?\d{1,3}(?:\.\d{1,10})?$/, sentence)
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit, sentence);
const latitude = degrees(90, 'A latitude is from -90 to 90 degrees.');
const longitude = degrees(180, 'A longitude is from -180 to 180 degrees.');
const position = { lat: z.number(), lng: z.number() };

export const MAX_LABELS = 60;

export const mapCities = endpoint('GET', '/api/map/cities', {
  summary: 'Cities with listings in an area of the map, those with the most listings first',
  query: z.object({ west: longitude, south: latitude, east: longitude, north: latitude }),
  reply: z.array(z.object({ name: z.string(), state: z.string(), ...position, dentistCount: z.int() })),
});

export const zipCenters = endpoint('GET', '/api/map/zip-centers', {
  summary: 'The centers of up to 50 ZIP codes; unknown ones are left out',
  query: z.object({
    zips: z
      .string()
      .regex(/^\d{5}(?:,\d{5}){0,49}$/, 'Please send up to 50 ZIP codes, separated by commas.')
      .transform((zips) => zips.split(',')),
  }),
  reply: z.array(z.object({ zip: z.string(), ...position })),
});
