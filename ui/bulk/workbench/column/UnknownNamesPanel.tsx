import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import { addKnownName, listUnknownNames, type ImportFile, type UnknownNames } from '#contract/bulk/workbench.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import type { Workbench } from '../use-import-file.ts';
import css from './UnknownNamesPanel.module.css';
import { useKept } from '../use-kept.ts';
import { useShownCount } from './use-shown-count.ts';

/** Names that the directory lacks, grouped with their counts: map each to a known one, create it, or leave it out. */
export function UnknownNamesPanel({ file, bench }: { file: ImportFile; bench: Workbench }) {
  const fields = file.columns.map(({ field }) => field).join('|');
  const { data: groups = [] } = useQuery({
    queryKey: ['import-file-unknown', file.id, file.version, fields],
    queryFn: ({ signal }) => api(listUnknownNames, { params: { id: String(file.id) } }, { signal }),
    enabled: file.status === 'ready',
  });
  return groups.map((group) => <NameGroup key={group.column} file={file} group={group} bench={bench} />);
}

const KEEP = '';
const LEAVE_OUT = '-';
const CREATE = '+';
const NAMES_SHOWN = 25;
const NO_CHOICES = { choices: [] as [name: string, choice: string][] };

function NameGroup({ file, group, bench }: { file: ImportFile; group: UnknownNames; bench: Workbench }) {
  const client = useQueryClient();
  const { column, field, known, values } = group;
  const label = getFieldLabel(field);
  const [kept, keep] = useKept(`import ${file.id} names ${column}`, NO_CHOICES);
  const [shown, showMore] = useShownCount(NAMES_SHOWN);
  const choices = new Map(kept.choices);
  const chosen = kept.choices.filter(([name]) => values.some((value) => value.name === name));
  const choose = (name: string, choice: string) => {
    const others = kept.choices.filter(([other]) => other !== name);
    keep({ choices: choice === KEEP ? others : [...others, [name, choice]] });
  };
  const apply = async () => {
    const created = chosen.filter(([, choice]) => choice === CREATE);
    const changed = chosen.filter(([, choice]) => choice !== CREATE);
    try {
      for (const [name] of created) await api(addKnownName, { body: { field, name } });
    } catch (error) {
      return void toast({ title: 'Not created', description: sentenceOf(error), variant: 'destructive' });
    }
    const target = Object.fromEntries(
      changed.map(([name, choice]) => [name, choice === LEAVE_OUT ? '' : choice.slice(1)]),
    );
    const step: RecipeStep = { do: field === 'practiceType' ? 'map' : 'items', column, values: target };
    if (changed.length > 0 && (await bench.addSteps(step)) === null) return undefined;
    keep(NO_CHOICES);
    await client.invalidateQueries({ queryKey: ['import-file-unknown'] });
  };
  return (
    <Card as="section" aria-label={`Unknown ${label}`}>
      <div className={layout.stack}>
        <div className={layout.between}>
          <h2>
            {formatNumber(values.length)} unknown in {label}
          </h2>
          <Button
            size="small"
            variant="primary"
            disabled={chosen.length === 0}
            busy={bench.isBusy}
            onClick={() => void apply()}
          >
            Apply {chosen.length > 0 && formatNumber(chosen.length)}
          </Button>
        </div>
        <ul className={css.names}>
          {values.slice(0, shown).map(({ name, count, suggestion }) => (
            <li key={name} className={css.name}>
              <span>
                {name} <span className={layout.muted}>{formatNumber(count)}</span>
              </span>
              <Select
                aria-label={`What to do with ${name}`}
                value={choices.get(name) ?? KEEP}
                onChange={(event) => choose(name, event.target.value)}
              >
                <option value={KEEP}>Refuse these rows</option>
                {suggestion !== null && <option value={`=${suggestion}`}>Change to “{suggestion}”</option>}
                <option value={LEAVE_OUT}>Leave out</option>
                <option value={CREATE}>Create it</option>
                <optgroup label="Change to">
                  {known.map((one) => (
                    <option key={one} value={`=${one}`}>
                      {one}
                    </option>
                  ))}
                </optgroup>
              </Select>
            </li>
          ))}
        </ul>
        {values.length > shown && (
          <Button size="small" onClick={showMore}>
            Show more names
          </Button>
        )}
      </div>
    </Card>
  );
}
