import { useCallback, useEffect, useRef, useState } from 'react';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import type { CsvRow, CsvState } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { TakenFieldNotice } from '../TakenField.tsx';
import css from './CsvPreview.module.css';
import { FirstRows } from './FirstRows.tsx';
import { ProblemTable } from './ProblemTable.tsx';

const delimiters: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Pipe' };
const countRows = (n: number) => `${formatNumber(n)} ${n === 1 ? 'row' : 'rows'}`;
const ROWS_SHOWN = 50;

interface CsvPreviewProps {
  state: CsvState;
  onState: (state: CsvState) => void;
  locked: boolean;
}

/** Shows how a file was read: its format, its problems, and its first rows with the field for each column. */
export function CsvPreview({ state, onState, locked }: CsvPreviewProps) {
  const staffConsole = useStaffConsole();
  const [rows, setRows] = useState<CsvRow[]>([]);
  const mapping = state.columns.map(({ field }) => field).join('|');
  useEffect(() => {
    let isCurrent = true;
    staffConsole.csvRows(state.file, 0, ROWS_SHOWN).then(
      (firstRows) => isCurrent && setRows(firstRows),
      () => {},
    );
    return () => void (isCurrent = false);
    // The main process applies the mapping, so the rows change with it.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [staffConsole, state.file, mapping]);
  const { file } = state;
  // The state arrives several times a second while a file is read. Stable values keep the table from rerendering.
  const columns = useStableValue(state.columns);
  const fields = useStableValue(state.fields);
  const [taken, setTaken] = useState<{ field: string; from: string; to: string } | null>(null);
  const pendingMapping = useRef<Record<string, string | null> | null>(null);
  const mapColumn = useCallback(
    (column: number, field: string) => {
      // If two columns have the same header, the first one counts unless the person just chose the other.
      const nextMapping = Object.fromEntries(
        columns.toReversed().map(({ header, field: current }) => [header, current]),
      );
      // The person may choose a second field before the first choice is applied.
      Object.assign(nextMapping, pendingMapping.current, { [columns[column]!.header]: field || null });
      const loser = columns.find(({ field: current }, index) => field !== '' && index !== column && current === field);
      if (loser) nextMapping[loser.header] = null;
      setTaken(loser ? { field, from: loser.header, to: columns[column]!.header } : null);
      pendingMapping.current = nextMapping;
      void staffConsole
        .mapCsv(file, nextMapping)
        .then(onState, () => {})
        .finally(() => {
          if (pendingMapping.current === nextMapping) pendingMapping.current = null;
        });
    },
    [staffConsole, file, columns, onState],
  );
  const giveFieldBack = ({ field, from, to }: NonNullable<typeof taken>) => {
    const nextMapping = Object.fromEntries(columns.toReversed().map(({ header, field: current }) => [header, current]));
    setTaken(null);
    void staffConsole.mapCsv(file, { ...nextMapping, [to]: null, [from]: field }).then(onState, () => {});
  };
  return (
    <>
      <div className={css.facts}>
        <span>
          <strong>{state.name}</strong>
        </span>
        <span>{state.encoding.toUpperCase()}</span>
        <span>{delimiters[state.delimiter] ?? state.delimiter}-separated</span>
        <span>Header on line {state.headerLine}</span>
        {state.source && <Badge tone="accent">{state.source}</Badge>}
        <span role="status" data-testid="counts">
          {countRows(state.rows)}, {formatNumber(state.rows - state.badRows)} good, {formatNumber(state.badRows)} with
          problems
        </span>
      </div>
      {state.state === 'reading' && <Progress label="Reading" value={state.read} max={Math.max(1, state.size)} />}
      {state.message && (
        <Callout tone="bad" announce>
          {state.message}
        </Callout>
      )}
      {state.note && <Callout tone="warn">{state.note}</Callout>}
      {state.problemRows > 0 && <ProblemTable state={state} />}
      {taken && <TakenFieldNotice field={taken.field} from={taken.from} onGiveBack={() => giveFieldBack(taken)} />}
      <FirstRows columns={columns} fields={fields} rows={rows} locked={locked} onMap={mapColumn} />
    </>
  );
}

/** Returns the same object until the content changes. */
function useStableValue<T>(value: T): T {
  const [stableValue, setStableValue] = useState(value);
  if (stableValue === value || JSON.stringify(stableValue) === JSON.stringify(value)) return stableValue;
  setStableValue(value);
  return value;
}
