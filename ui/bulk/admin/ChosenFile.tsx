import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getFieldLabel, listingFields, splitFields } from '#contract/bulk-fields.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import css from '../Bulk.module.css';
import {
  commitRun,
  mapColumn,
  discardChosen,
  sendChosenFile,
  hasNameColumn,
  useImport,
  type Chosen,
} from '../import-store.ts';

const fields = [...listingFields, ...splitFields].map(({ name, label }) => ({ value: name as string, label }));

/** A file before it is sent: what is in it, what its columns mean, and how it is to be taken. */
export function ChosenFile({ chosen }: { chosen: Chosen }) {
  const client = useQueryClient();
  const { busy, run } = useImport();
  const [strict, setStrict] = useState(false);
  const [replace, setReplace] = useState(false);
  const { file, head, columns, source } = chosen;
  const known = hasNameColumn(columns);
  const ready = run?.status === 'ready' ? run : null;
  // By position two columns of one name are formatValue apart; by name the server finds them.
  const mapping = Object.fromEntries(columns.toReversed().map(({ header, field }) => [header, field]));
  const choices = { strict, replaceHandwritten: replace, mapping };
  const left = columns.filter(({ field }) => field === null).length;

  return (
    <Card as="section" aria-labelledby="chosen-file">
      <div className={css.stack}>
        <div className={css.file}>
          <h2 id="chosen-file" className={css.fileName}>
            {file.name}
          </h2>
          <span className={css.muted}>{formatBytes(file.size)}</span>
          {source && <Badge tone="accent">{source}</Badge>}
        </div>
        {!known && (
          <Callout tone="warn" title="Which column holds the name of the listing?" announce>
            None of these columns is known to. Please choose it below.
          </Callout>
        )}
        <div className={css.scroll}>
          <table className={css.grid}>
            <thead>
              <tr>
                <th scope="col">Column of the file</th>
                <th scope="col">Goes to</th>
                <th scope="col">First rows</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns may have one name twice and never move
                <tr key={index}>
                  <th scope="row">{column.header || <em>no name</em>}</th>
                  <td className={css.field}>
                    <Select
                      aria-label={`Field for ${column.header || `column ${index + 1}`}`}
                      value={column.field ?? ''}
                      disabled={busy !== null}
                      options={[{ value: '', label: 'Leave out' }, ...fields]}
                      onChange={(event) => mapColumn(index, event.target.value || null)}
                    />
                  </td>
                  <td>
                    <div className={css.sample}>
                      {head.rows
                        .map((row) => row[index])
                        .filter(Boolean)
                        .join(' · ') || '—'}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {left > 0 && known && (
          <p className={css.muted}>
            {left === 1 ? 'One column is' : `${left} columns are`} left out
            {left <= 4 &&
              `: ${columns
                .filter(({ field }) => field === null)
                .map(({ header }) => header || 'no name')
                .join(', ')}`}
            .
          </p>
        )}
        <div className={css.options}>
          <Checkbox
            checked={strict}
            onChange={(event) => setStrict(event.target.checked)}
            label="All or nothing"
            hint="One refused row refuses the file."
          />
          <Checkbox
            checked={replace}
            onChange={(event) => setReplace(event.target.checked)}
            label="Replace what owners and staff wrote"
            hint={`Otherwise their ${getFieldLabel('phone').toLowerCase()}, hours and other words stay.`}
          />
        </div>
        <div className={css.actions}>
          {ready ? (
            <Button
              variant="primary"
              busy={busy !== null}
              onClick={() => void commitRun(ready, client, { strict, replaceHandwritten: replace })}
            >
              Import now
            </Button>
          ) : (
            <>
              <Button
                variant="primary"
                busy={busy === 'checking'}
                disabled={!known || busy === 'importing'}
                onClick={() => void sendChosenFile({ ...choices, dryRun: true }, client)}
              >
                Show what would change
              </Button>
              <Button disabled={!known || busy !== null} onClick={() => void sendChosenFile(choices, client)}>
                Import without looking
              </Button>
            </>
          )}
          <Button variant="quiet" disabled={busy !== null} onClick={() => void discardChosen(client)}>
            Put it away
          </Button>
        </div>
      </div>
    </Card>
  );
}
