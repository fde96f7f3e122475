import { useEffect, useMemo, useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { SaveTable, type Column } from '#ui/kit/table/Table.tsx';
import type { CsvProblem, CsvState } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { CsvTable } from './CsvTable.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './ProblemTable.module.css';

const ROWS_PER_PAGE = 100;
const ROWS_PER_SAVE_REQUEST = 500;

const columns: Column<CsvProblem>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => line },
  { id: 'column', header: 'Column', cell: ({ header }) => header },
  { id: 'value', header: 'Value', cell: ({ value }) => value },
  { id: 'why', header: 'Problem', cell: ({ why }) => why },
];

/** Pages through the rows with problems. They are fixed in the workbench. */
export function ProblemTable({ state }: { state: CsvState }) {
  const staffConsole = useStaffConsole();
  const { file, name, problemRows: total } = state;
  const [chosenPage, setPage] = useState(0);
  const pages = Math.ceil(total / ROWS_PER_PAGE);
  const page = Math.min(chosenPage, pages - 1);
  const from = page * ROWS_PER_PAGE;
  const until = Math.min(total, from + ROWS_PER_PAGE);
  const [problems, setProblems] = useState<CsvProblem[]>([]);
  const mapping = state.columns.map(({ field }) => field).join('|');
  useEffect(() => {
    let isCurrent = true;
    staffConsole.csvProblems(file, from, ROWS_PER_PAGE).then(
      (pageProblems) => isCurrent && setProblems(pageProblems),
      () => {},
    );
    return () => void (isCurrent = false);
    // The problems change with the mapping and the progress of reading.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [staffConsole, file, from, until, mapping, state.state]);
  // The state arrives several times a second while a file is read.
  const rows = useMemo(
    () =>
      withUniqueKeys(problems).map(({ key, problem }) => (
        <tr key={key}>
          <th scope="row">{problem.line}</th>
          <td>{problem.header}</td>
          <td>{problem.value}</td>
          <td className={css.explanation}>{problem.why}</td>
        </tr>
      )),
    [problems],
  );
  async function* fetchAllProblems() {
    for (let at = 0; at < total; at += ROWS_PER_SAVE_REQUEST)
      yield await staffConsole.csvProblems(file, at, ROWS_PER_SAVE_REQUEST);
  }
  return (
    <CsvTable
      title="Problems"
      scrollKey={page}
      pager={
        pages > 1 && (
          <nav className={css.pager} aria-label="Pages of problems">
            <span className={layout.muted} role="status">
              {formatNumber(from + 1)} to {formatNumber(until)} of {formatNumber(total)} rows
            </span>
            <Button size="small" disabled={page === 0} onClick={() => setPage(0)}>
              First
            </Button>
            <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <Button size="small" disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>
              Next
            </Button>
            <Button size="small" disabled={page >= pages - 1} onClick={() => setPage(pages - 1)}>
              Last
            </Button>
          </nav>
        )
      }
      head={columns.map(({ id, header }) => (
        <th key={id} scope="col">
          {header}
        </th>
      ))}
      rows={rows}
      footer={
        <SaveTable
          label={`Problems of ${name.replace(/\.\w+$/, '')}`}
          columns={columns}
          rows={problems}
          allRows={fetchAllProblems}
        />
      }
    />
  );
}

/** Keys each problem by its cell. A cell with several problems gets numbered keys. */
function withUniqueKeys(problems: CsvProblem[]): { key: string; problem: CsvProblem }[] {
  const counts = new Map<string, number>();
  return problems.map((problem) => {
    const cell = `${problem.line} ${problem.column}`;
    const count = counts.get(cell) ?? 0;
    counts.set(cell, count + 1);
    return { key: `${cell} ${count}`, problem };
  });
}
