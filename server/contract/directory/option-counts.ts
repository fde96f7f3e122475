import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { countedFilters } from '#shared/listings/filter-options.ts';
import { searchFields } from '../listings/listings.ts';

export const countOptions = endpoint('GET', '/api/directory/option-counts', {
  summary: 'How many listings a search finds with each option of its filters',
  query: searchFields,
  reply: z.object({
    /**
     * By filter and option, such as plan and delta-dental. An option of `services` is added to the others; any other one
     * replaces what its filter has. Services are named by their ids, and a filter that is on or off has the option 1.
     */
    counts: z.partialRecord(z.enum(countedFilters), z.record(z.string(), z.int())),
    /** The filters whose options have at least these counts. */
    atLeast: z.array(z.enum(countedFilters)),
  }),
});
