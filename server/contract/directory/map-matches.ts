import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { boxField, idList, searchFields } from '../listings/listings.ts';

/** Pixels of the map that a cell covers at a whole zoom level. */
export const CELL_PIXELS = 64;
const MAX_ZOOM = 20;

export const mapMatches = endpoint('GET', '/api/map/matches', {
  summary: 'All matches of a search in a view of the map, counted in cells of a grid',
  query: searchFields.extend({
    view: boxField.refine((box) => box !== undefined, 'Please send the view as west,south,east,north.'),
    zoom: z
      .string()
      .refine((zoom) => /^\d{1,2}$/.test(zoom) && Number(zoom) <= MAX_ZOOM, `A zoom is 0 to ${MAX_ZOOM}.`)
      .transform(Number),
    /** Listings to leave out, because the map shows them as numbered pins. */
    without: idList.optional(),
  }),
  reply: z.object({
    cells: z.array(
      z.object({
        count: z.int(),
        /** The mean of the positions. */
        lat: z.number(),
        lng: z.number(),
        /** The area of the positions. */
        box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
      }),
    ),
  }),
});
