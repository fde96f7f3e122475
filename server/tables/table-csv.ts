import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { TableName } from '#shared/tables/table-list.ts';
import type { ColumnShape } from '#shared/tables/table-shape.ts';
import { audit } from '#server/audit/audit.ts';
import { columnsOf, filterOf, walkTable, type Cells, type TableView } from '#server/base/tables/read-table.ts';
import { conditionOf, readSort } from '#server/base/tables/page-sql.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { withDownloadSlot } from '#server/base/http/slots/download-slots.ts';
import { tables } from './registry.ts';

/** Spreadsheets would run a cell that begins like a formula. */
function csvCell(value: Cells[string] | undefined, kind: ColumnShape['kind'] = 'text'): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return kind === 'money' ? (value / 100).toFixed(2) : String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* csvOf(source: TableSource, columns: readonly string[], batches: AsyncIterable<Cells[]>) {
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;
  yield `\ufeff${line(columns.map((column) => csvCell(source.shape.columns[column]!.label)))}`;
  for await (const rows of batches)
    yield rows
      .map((row) => line(columns.map((column) => csvCell(row[column], source.shape.columns[column]!.kind))))
      .join('');
}

/** Streams a list with the columns, order, and filters of a view. */
export async function sendTableCsv(ctx: Ctx<Actor>, name: TableName, view: TableView, res: Response): Promise<void> {
  const { source } = tables[name];
  const columns = columnsOf(source, view.columns);
  // A wrong view is refused before the file begins.
  readSort(source, view.sort || source.shape.defaultSort);
  conditionOf(source, filterOf(view));
  const at = ctx.clock.now();
  await audit(ctx.db, ctx.actor, {
    at,
    action: `export.${name}`,
    subject: 'export',
    subjectId: name,
    after: { ...view },
  });
  try {
    await withDownloadSlot(ctx, (pool) =>
      pool.transaction(
        (trx) => {
          res.set({
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': `attachment; filename="${name}-${at.toISOString().slice(0, 10)}.csv"`,
          });
          return pipeline(Readable.from(csvOf(source, columns, walkTable(trx, source, view))), res);
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      ),
    );
  } catch (error) {
    if (!ctx.signal.aborted) throw error;
  }
}
