import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import type { CsvRow, CsvState } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import css from './Import.module.css';
import { Problems } from './Problems.tsx';

const delimiters: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
const number = (n: number) => n.toLocaleString('en-US');
const ROWS = 50;
const COLUMNS = 40;

interface LookProps {
  state: CsvState;
  onState: (state: CsvState) => void;
  locked: boolean;
}

/** The file as it was understood: first rows, what the columns mean, and what is wrong, row by row. */
export function CsvLook({ state, onState, locked }: LookProps) {
  const staffConsole = useStaffConsole();
  const [rows, setRows] = useState<CsvRow[]>([]);
  const mapping = state.columns.map(({ field }) => field).join('|');
  useEffect(() => {
    let here = true;
    staffConsole.csvRows(state.file, 0, ROWS).then(
      (first) => here && setRows(first),
      () => {},
    );
    return () => void (here = false);
    // What the rows say depends on the mapping and on what was put right, which the host holds.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [staffConsole, state.file, mapping, state.fixes]);
  const { file } = state;
  // While a file is read its state comes several times a second; what has not changed in it is not drawn again.
  const columns = useSame(state.columns);
  const fields = useSame(state.fields);
  const chosen = useRef<Record<string, string | null> | null>(null);
  const map = useCallback(
    (column: number, field: string) => {
      // Of two columns with one header the first counts, unless the other was meant just now.
      const next = Object.fromEntries(columns.toReversed().map((one) => [one.header, one.field]));
      // One choice may follow another before the first has been answered.
      Object.assign(next, chosen.current, { [columns[column]!.header]: field || null });
      chosen.current = next;
      void staffConsole
        .mapCsv(file, next)
        .then(onState, () => {})
        .finally(() => {
          if (chosen.current === next) chosen.current = null;
        });
    },
    [staffConsole, file, columns, onState],
  );
  const fix = useCallback(
    (line: number, column: number, value: string) =>
      void staffConsole.fixCsv(file, line, column, value).then(onState, () => {}),
    [staffConsole, file, onState],
  );
  const good = state.rows - state.badRows;
  return (
    <>
      <div className={css.facts}>
        <span>
          <strong>{state.name}</strong>
        </span>
        <span>{state.encoding.toUpperCase()}</span>
        <span>{delimiters[state.delimiter] ?? state.delimiter}-separated</span>
        <span>header in line {state.headerLine}</span>
        {state.source && <Badge tone="accent">{state.source}</Badge>}
        <span role="status" data-testid="counts">
          {number(state.rows)} {state.rows === 1 ? 'row' : 'rows'}, {number(good)} good, {number(state.badRows)} with
          problems
          {state.fixes > 0 && `, ${number(state.fixes)} ${state.fixes === 1 ? 'row' : 'rows'} mended`}
        </span>
      </div>
      {state.state === 'reading' && <Progress label="Reading" value={state.read} max={Math.max(1, state.size)} />}
      {state.message && (
        <Callout tone="bad" announce>
          {state.message}
        </Callout>
      )}
      {state.note && <Callout tone="warn">{state.note}</Callout>}
      {state.problemRows > 0 && <Problems state={state} locked={locked} onFix={fix} />}
      <FirstRows columns={columns} fields={fields} rows={rows} locked={locked} onMap={map} />
    </>
  );
}

/** The same object as long as it says the same. */
function useSame<T>(value: T): T {
  const [held, setHeld] = useState(value);
  if (held === value) return held;
  if (JSON.stringify(held) === JSON.stringify(value)) return held;
  setHeld(value);
  return value;
}

interface FirstRowsProps {
  columns: CsvState['columns'];
  fields: CsvState['fields'];
  rows: CsvRow[];
  locked: boolean;
  onMap: (column: number, field: string) => void;
}
const FirstRows = memo(function FirstRows({ columns, fields, rows, locked, onMap }: FirstRowsProps) {
  const [all, setAll] = useState(false);
  // Some files have hundreds of columns; those that mean something are always here.
  const seen = columns
    .map(({ header, field }, at) => ({ header: header || `Column ${at + 1}`, field, at }))
    .filter(({ field, at }) => all || at < COLUMNS || field !== null);
  const options = fields.map(({ name, label }) => ({ value: name, label }));
  return (
    <section className={css.section} aria-label="First rows">
      <h2>First rows</h2>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {seen.map(({ header, field, at }) => (
                <th key={at} scope="col">
                  <span className={css.header}>{header}</span>
                  <Select
                    aria-label={`Meaning of ${header}`}
                    value={field ?? ''}
                    disabled={locked}
                    placeholder="Leave out"
                    options={options}
                    onChange={(event) => onMap(at, event.target.value)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {seen.map(({ at }) => (
                  <td key={at} title={cells[at]}>
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {seen.length < columns.length && (
        <div>
          <Button size="small" onClick={() => setAll(true)}>
            Show all {number(columns.length)} columns
          </Button>
        </div>
      )}
    </section>
  );
});
