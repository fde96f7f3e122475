import { memo, useEffect, useState } from 'react';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { SaveTable, type Column } from '#ui/kit/table/Table.tsx';
import type { CsvProblem, CsvState } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import css from './Import.module.css';

const number = (n: number) => n.toLocaleString('en-US');
const PAGE = 100;
const SAVED_AT_ONCE = 500;

const columns: Column<CsvProblem>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => line },
  { id: 'column', header: 'Column', cell: ({ header }) => header },
  { id: 'value', header: 'Value', cell: ({ value }) => value },
  { id: 'why', header: 'What is wrong', cell: ({ why }) => why ?? 'Mended' },
];

interface ProblemsProps {
  state: CsvState;
  locked: boolean;
  onFix: (line: number, column: number, value: string) => void;
}

/** Everything that is wrong with a file, to be mended in place: a page of it at a time, however much there is. */
export function Problems({ state, locked, onFix }: ProblemsProps) {
  const staffConsole = useStaffConsole();
  const { file, name, problemRows: total, fixes, columns: meant } = state;
  const [wanted, setPage] = useState(0);
  const pages = Math.ceil(total / PAGE);
  const page = Math.min(wanted, pages - 1);
  const from = page * PAGE;
  const until = Math.min(total, from + PAGE);
  const [problems, setProblems] = useState<CsvProblem[]>([]);
  const mapping = meant.map(({ field }) => field).join('|');
  useEffect(() => {
    let here = true;
    staffConsole.csvProblems(file, from, PAGE).then(
      (found) => here && setProblems(found),
      () => {},
    );
    return () => void (here = false);
    // What is wrong depends on what columns mean, on what was mended, and on how far the file is read.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [staffConsole, file, from, until, mapping, fixes, state.state]);
  async function* all() {
    for (let at = 0; at < total; at += SAVED_AT_ONCE) yield await staffConsole.csvProblems(file, at, SAVED_AT_ONCE);
  }
  const seen = new Map<string, number>();
  return (
    <section className={css.section} aria-label="Problems">
      <div className={css.row}>
        <h2>Problems</h2>
        {pages > 1 && (
          <nav className={css.pager} aria-label="Pages of problems">
            <span className={css.soft} role="status">
              {number(from + 1)} to {number(until)} of {number(total)} rows
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
        )}
      </div>
      <div className={css.scroll} key={page}>
        <table className={css.table}>
          <thead>
            <tr>
              {columns.map(({ id, header }) => (
                <th key={id} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => {
              const cell = `${problem.line} ${problem.column}`;
              const nth = seen.get(cell) ?? 0;
              seen.set(cell, nth + 1);
              return <ProblemRow key={`${cell} ${nth}`} problem={problem} locked={locked} onFix={onFix} />;
            })}
          </tbody>
        </table>
      </div>
      <SaveTable label={`Problems of ${name.replace(/\.\w+$/, '')}`} columns={columns} rows={problems} allRows={all} />
    </section>
  );
}

interface ProblemRowProps {
  problem: CsvProblem;
  locked: boolean;
  onFix: (line: number, column: number, value: string) => void;
}
const ProblemRow = memo(function ProblemRow({ problem, locked, onFix }: ProblemRowProps) {
  const [value, setValue] = useState(problem.value);
  const keep = () => value !== problem.value && onFix(problem.line, problem.column, value);
  return (
    <tr>
      <th scope="row">{problem.line}</th>
      <td>{problem.header}</td>
      <td>
        <Input
          aria-label={`${problem.header} in line ${problem.line}`}
          value={value}
          disabled={locked}
          onChange={(event) => setValue(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => event.key === 'Enter' && keep()}
        />
      </td>
      <td className={css.wide}>{problem.why ?? <Badge tone="good">Mended</Badge>}</td>
    </tr>
  );
}, sameProblem);

/** Every answer brings new objects; only what they say matters. */
function sameProblem(a: ProblemRowProps, b: ProblemRowProps): boolean {
  return (
    a.locked === b.locked &&
    a.onFix === b.onFix &&
    a.problem.value === b.problem.value &&
    a.problem.why === b.problem.why &&
    a.problem.header === b.problem.header
  );
}
