import type { ClipboardEvent } from 'react';
import { listGridRows, type GridRow, type ImportFile } from '#contract/bulk/workbench.ts';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import { api } from '#ui/base/platform/api.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { formatNumber } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { formatCells, listEdits, parseCells, type CellRange } from './cell-range.ts';
import type { GridView } from './use-grid-rows.ts';

const ROWS_PER_CALL = 500;
const MAX_COPIED_ROWS = 20_000;
/** A file has at most 5,000 steps, and each cell takes one. */
const MAX_PASTED_CELLS = 2_000;
const STEPS_PER_CALL = 500;

const refuse = (description: string): void =>
  void toast({ title: 'Too many cells', description, variant: 'destructive' });

interface Clipboard {
  file: ImportFile;
  view: GridView;
  /** The columns of the file in their order on screen. */
  order: readonly number[];
  total: number;
  addSteps: (...steps: RecipeStep[]) => Promise<unknown>;
}

/** Copies and pastes ranges of cells as spreadsheets do. Rows are numbered in the view. */
export function useClipboard({ file, view, order, total, addSteps }: Clipboard) {
  const readRows = async (from: number, to: number): Promise<GridRow[]> => {
    const rows: GridRow[] = [];
    for (let at = from; at <= to; at += ROWS_PER_CALL) {
      const count = Math.min(ROWS_PER_CALL, to - at + 1);
      const reply = await api(listGridRows, { params: { id: String(file.id) }, body: { from: at, count, ...view } });
      rows.push(...reply.rows);
    }
    return rows;
  };
  const copy = async ({ top, bottom, left, right }: CellRange) => {
    if (bottom - top >= MAX_COPIED_ROWS) return refuse(`Copy at most ${formatNumber(MAX_COPIED_ROWS)} rows at once.`);
    const shown = order.slice(left, right + 1);
    const rows = await readRows(top, bottom);
    await navigator.clipboard.writeText(
      formatCells(rows.map(({ cells }) => shown.map((column) => cells[column] ?? ''))),
    );
    const cells = rows.length * shown.length;
    toast({ title: cells === 1 ? '1 cell copied' : `${formatNumber(cells)} cells copied` });
  };
  const paste = async (text: string, range: CellRange) => {
    const edits = listEdits(parseCells(text), range, total, order.length);
    if (edits.length > MAX_PASTED_CELLS)
      return refuse(`Paste at most ${formatNumber(MAX_PASTED_CELLS)} cells at once.`);
    if (edits.length === 0) return;
    const rows = await readRows(range.top, edits.at(-1)!.row);
    const steps = edits.flatMap(({ row, column, value }): RecipeStep[] => {
      const { line, broken, cells } = rows[row - range.top]!;
      const at = order[column]!;
      if (broken !== null || cells[at] === value) return [];
      return [{ do: 'edit', line, column: file.columns[at]!.header, value }];
    });
    for (let at = 0; at < steps.length; at += STEPS_PER_CALL) await addSteps(...steps.slice(at, at + STEPS_PER_CALL));
  };
  const showError = (error: unknown) => toastError(error, 'That didn’t work');
  return {
    copy: (range: CellRange) => void copy(range).catch(showError),
    handlePaste(event: ClipboardEvent, range: CellRange) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      void paste(event.clipboardData.getData('text/plain'), range).catch(showError);
    },
  };
}
