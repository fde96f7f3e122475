import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { tableNames } from '#shared/tables/table-list.ts';
import { line, text } from '../values.ts';

export const tableName = z.enum(tableNames, 'There is no such list.');
export const tableParam = z.object({ table: tableName });

/** Values by the id of the filter, at most 200 per filter. */
export const filterValues = z.record(z.string().max(40), z.array(line(200)).min(1).max(200));
/** Filters in a query string are JSON. */
const jsonFilters = text(8_000).transform((value, ctx) => {
  try {
    const result = filterValues.safeParse(JSON.parse(value || '{}'));
    if (result.success) return result.data;
  } catch {
    // The issue below says it.
  }
  ctx.addIssue({ code: 'custom', message: 'We couldn’t read these filters.' });
  return z.NEVER;
});
/** The viewer's time zone, in which a day begins and ends. */
const zone = line(60).refine((value) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: value }));
  } catch {
    return false;
  }
}, 'There is no such time zone.');
const tableFilter = z.object({
  q: line(200).optional(),
  filters: jsonFilters.optional(),
  zone: zone.optional(),
});

const view = tableFilter.extend({ columns: line(1_000).optional(), sort: line(200).optional() });
const cell = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.date().transform((value) => value.toISOString()),
]);
const cursor = line(2_000).nullable();

export const readTable = endpoint('GET', '/api/admin/tables/:table/rows', {
  summary:
    'A page of a list: filtered, sorted by up to three columns, and continued after or before a row, or from the end',
  params: tableParam,
  query: view.extend({
    after: line(2_000).optional(),
    before: line(2_000).optional(),
    /** Reads the last rows. */
    end: z.literal('1').optional(),
    limit: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'A page has 1 to 500 rows.')
      .transform(Number)
      .refine((value) => value <= 500, 'A page has 1 to 500 rows.')
      .optional(),
  }),
  reply: z.object({
    rows: z.array(z.record(z.string(), cell)),
    /** Continues before the first row and after the last one. Null if there are no more rows. */
    before: cursor,
    after: cursor,
  }),
  errors: { cannot_sort: 400, unknown_column: 400, unknown_filter: 400 },
});
export type TableRow = z.output<typeof readTable.reply>['rows'][number];

export const countTable = endpoint('GET', '/api/admin/tables/:table/total', {
  summary: 'The exact number of rows that match the filters of a list',
  params: tableParam,
  query: tableFilter,
  reply: z.object({ total: z.int() }),
});

export const saveTable = endpoint('GET', '/api/admin/tables/:table/csv', {
  summary: 'The whole list as CSV, with the columns, order, and filters of the view',
  params: tableParam,
  query: view,
  streams: 'text/csv',
  download: true,
});
