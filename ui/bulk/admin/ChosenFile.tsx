import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasNameColumn, listingFields, splitFields } from '#shared/bulk/fields.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { cx } from '#ui/kit/cx.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { ApplyRun } from '../ApplyRun.tsx';
import { describeMatch, doubtfulFirst } from '../mapping.ts';
import { TakenFieldNotice } from '../TakenField.tsx';
import css from './ChosenFile.module.css';
import {
  commitRun,
  giveFieldBack,
  mapColumn,
  discardChosen,
  sendChosenFile,
  isPackedFile,
  useImport,
  type Chosen,
} from '../queue/import-store.ts';
import { layout } from '#ui/kit/layout.ts';

const fields = [...listingFields, ...splitFields].map(({ name, label }) => ({ value: name as string, label }));

/** A file before its upload: its first rows, the field of each column, and the import options. */
export function ChosenFile({ chosen, onOpenWorkbench }: { chosen: Chosen; onOpenWorkbench: () => void }) {
  const client = useQueryClient();
  const { busy, run } = useImport();
  const [isStrict, setIsStrict] = useState(false);
  const [refusesBadCells, setRefusesBadCells] = useState(false);
  const [overwrite, setOverwrite] = useState(false);
  const { file, head, columns, source } = chosen;
  const isPacked = isPackedFile(file);
  const hasName = isPacked || hasNameColumn(columns);
  const readyRun = run?.status === 'ready' ? run : null;
  // The server maps columns by name, so the first of two columns with the same name wins.
  const mapping = Object.fromEntries(columns.toReversed().map(({ header, field }) => [header, field]));
  const choices = { strict: isStrict, refuseBadCells: refusesBadCells, replaceHandwritten: overwrite };
  // Stays the same while the person maps columns, so that none moves away under the pointer.
  const [order] = useState(() => doubtfulFirst(columns).map(({ index }) => index));
  const ignoredCount = columns.filter(({ field }) => field === null).length;

  const otherActions = (
    <>
      {!isPacked && (
        <Button disabled={busy !== null} onClick={onOpenWorkbench}>
          Fix in the workbench
        </Button>
      )}
      <Button variant="quiet" disabled={busy !== null} onClick={() => void discardChosen(client)}>
        Discard file
      </Button>
    </>
  );

  return (
    <Card as="section" aria-labelledby="chosen-file">
      <div className={layout.stack}>
        <div className={css.file}>
          <h2 id="chosen-file" className={css.fileName}>
            {file.name}
          </h2>
          <span className={layout.hint}>{formatBytes(file.size)}</span>
          {source && <Badge tone="accent">{source}</Badge>}
        </div>
        {!hasName && (
          <Callout
            tone="warn"
            title={chosen.note ? 'This file begins with a title' : 'Which column holds the name of the listing?'}
            announce
          >
            {chosen.note ?? "We couldn't find a name column. Choose it below."}
          </Callout>
        )}
        {isPacked && (
          <p className={layout.hint}>
            The server opens this file. Preview it to see how many listings would be added, changed, or removed.
          </p>
        )}
        {ignoredCount > 0 && hasName && (
          <Callout tone="warn">
            {ignoredCount === 1 ? '1 column isn’t imported.' : `${ignoredCount} columns aren’t imported.`} Choose a
            field for each one that you want.
          </Callout>
        )}
        {chosen.taken && (
          <TakenFieldNotice field={chosen.taken.field} from={chosen.taken.from} onGiveBack={giveFieldBack} />
        )}
        <div className={css.scroll} hidden={isPacked}>
          <table className={css.grid}>
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">Field</th>
                <th scope="col">Why</th>
                <th scope="col">First rows</th>
              </tr>
            </thead>
            <tbody>
              {order.map((index) => {
                const column = columns[index]!;
                return (
                  <tr key={index} className={cx(column.field === null && css.unmapped)}>
                    <th scope="row">{column.header || <em>Untitled</em>}</th>
                    <td className={css.field}>
                      <Select
                        aria-label={`Field for ${column.header || `column ${index + 1}`}`}
                        value={column.field ?? ''}
                        disabled={busy !== null}
                        options={[{ value: '', label: 'Ignore' }, ...fields]}
                        onChange={(event) => mapColumn(index, event.target.value || null)}
                      />
                    </td>
                    <td>{describeMatch(column)}</td>
                    <td>
                      <div className={css.sample}>
                        {head.rows
                          .slice(0, 4)
                          .map(({ cells }) => cells[index])
                          .filter(Boolean)
                          .join(' · ') || '—'}
                      </div>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        <div className={layout.tight}>
          <Checkbox
            checked={isStrict}
            onChange={(event) => setIsStrict(event.target.checked)}
            label="All or nothing"
            hint="Reject the file if any row fails."
          />
          <Checkbox
            checked={refusesBadCells}
            onChange={(event) => setRefusesBadCells(event.target.checked)}
            label="Refuse rows with unusable cells"
            hint="Otherwise those cells are left blank and listed."
          />
          <Checkbox
            checked={overwrite}
            onChange={(event) => setOverwrite(event.target.checked)}
            label="Overwrite owner and staff edits"
            hint="Otherwise their edits are kept."
          />
        </div>
        <div className={layout.row}>
          {readyRun ? (
            <ApplyRun run={readyRun} busy={busy !== null} onApply={() => void commitRun(readyRun, client, choices)}>
              {otherActions}
            </ApplyRun>
          ) : (
            <>
              <Button
                variant="primary"
                busy={busy === 'checking'}
                disabled={!hasName || busy === 'importing'}
                onClick={() => void sendChosenFile({ ...choices, mapping, dryRun: true }, client)}
              >
                Preview changes
              </Button>
              <Button
                disabled={!hasName || busy !== null}
                onClick={() => void sendChosenFile({ ...choices, mapping, stopsAtWarnings: true }, client)}
              >
                Import without preview
              </Button>
              {otherActions}
            </>
          )}
        </div>
      </div>
    </Card>
  );
}
