import { useMemo } from 'react';
import type { WorkbenchColumn } from '#contract/bulk/workbench.ts';
import { useKept } from '../use-kept.ts';

export const LINE_WIDTH = 72;
const COLUMN_WIDTH = 192;
const MIN_WIDTH = 64;
const MAX_WIDTH = 960;
const NO_WIDTHS: Record<string, number> = {};

/** The widths that a person chose for columns, and the left edges that follow from them. */
export function useColumnWidths(fileId: number, columns: readonly WorkbenchColumn[], order: readonly number[]) {
  const [{ widths }, keep] = useKept(`import ${fileId} widths`, { widths: NO_WIDTHS });
  const lefts = useMemo(() => {
    const edges = [LINE_WIDTH];
    for (const column of order) edges.push(edges.at(-1)! + (widths[columns[column]!.header] ?? COLUMN_WIDTH));
    return edges;
  }, [columns, order, widths]);
  return {
    /** The left edge of each column on screen, then the right edge of the last one. */
    lefts,
    resize: (header: string, width: number) =>
      keep({ widths: { ...widths, [header]: Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))) } }),
  };
}
