import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { applyGroupChange, previewGroupChange, type SentGroupValues } from '#contract/groups/group-changes.ts';
import type { Group } from '#contract/groups/groups.ts';
import type { BulkChange } from '#contract/tables/bulk-changes.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { pickFields } from '#ui/base/forms/use-conflict-form.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { HolidayHoursEditor } from '#ui/listings/owner/holiday-hours/HolidayHoursEditor.tsx';
import { locationNouns } from '../group-words.ts';
import { LocationPicker } from '../LocationPicker.tsx';
import { ChangeFields, emptyChange, type ChangeValues } from './ChangeFields.tsx';
import css from './ChangesTab.module.css';
import { describeValues } from './describe-values.ts';
import { LatestChanges } from './LatestChanges.tsx';

/** Gives all locations but some the same hours, plans, prices, or photos, after a preview, and undoes it. */
export function ChangesTab({ group }: { group: Group }) {
  const [round, setRound] = useState(0);
  const [startedId, setStartedId] = useState<number | null>(null);
  return (
    <div className={css.body}>
      <ChangeForm
        key={round}
        group={group}
        onStarted={(id) => {
          setStartedId(id);
          setRound(round + 1);
        }}
      />
      <LatestChanges group={group} startedId={startedId} />
    </div>
  );
}

function ChangeForm({ group, onStarted }: { group: Group; onStarted: (id: number) => void }) {
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { hours: '', ...emptyChange, hasExceptions: false, exceptions: [] as number[] },
    keep: { draft: `group change ${group.id}`, except: ['photos'] },
  });
  const { hours, hasExceptions } = form.values;
  const values = toSent(hours, form.values);
  const [problems, setProblems] = useState<Readonly<Record<string, string | null>>>({});
  const setProblem = (name: string, sentence: string | null) => setProblems((all) => ({ ...all, [name]: sentence }));
  const hasProblem = Object.values(problems).some((sentence) => sentence !== null);
  const exceptions = new Set(form.values.exceptions);
  const params = { id: String(group.id) };
  const kept = hasExceptions ? group.locations.filter(({ id }) => exceptions.has(id)) : [];
  const ids = group.locations.map(({ id }) => id).filter((id) => !kept.some((location) => location.id === id));
  const preview = useMutation({
    mutationFn: () => api(previewGroupChange, { params, body: { values, ids } }),
  });
  const apply = useMutation({
    mutationFn: ({ id }: BulkChange) => api(applyGroupChange, { params: { ...params, change: String(id) } }),
    onSuccess: async ({ id }) => {
      form.endDraft();
      await refresh(client, `/api/user/groups/${group.id}/changes`);
      onStarted(id);
    },
  });
  const startAgain = () => {
    preview.reset();
    apply.reset();
  };
  const change = (changed: Partial<typeof form.values>) => {
    form.setValues(changed);
    startAgain();
  };
  const error = preview.error ?? apply.error;
  return (
    <Card as="section" aria-labelledby="change-hours" className={layout.stack}>
      <h2 id="change-hours" className={layout.heading}>
        Change all locations
      </h2>
      <h3 className={css.subtitle}>Holiday hours</h3>
      <p className={layout.muted}>A location’s other dates don’t change.</p>
      <HolidayHoursEditor
        value={hours}
        onChange={(text) => change({ hours: text })}
        onProblem={(sentence) => setProblem('dates', sentence)}
        error={fieldsOf(preview.error)['holidayHours']}
      />
      <ChangeFields
        values={form.values}
        errors={fieldsOf(preview.error)}
        onChange={change}
        onDayProblem={setProblem}
        onPhotoError={(sentence) => setProblem('photo', sentence)}
      />
      {problems['photo'] && <Callout tone="bad">{problems['photo']}</Callout>}
      <Switch
        label="Some locations stay as they are"
        checked={hasExceptions}
        onChange={(event) => change({ hasExceptions: event.target.checked })}
      />
      {hasExceptions && (
        <LocationPicker
          label="Locations that stay as they are"
          locations={group.locations}
          chosen={exceptions}
          onChange={(chosen) => change({ exceptions: [...chosen] })}
        />
      )}
      {error && Object.keys(fieldsOf(error)).length === 0 && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {preview.data ? (
        <Callout announce title={`${countOf(preview.data.total, locationNouns)} will change`}>
          <ul className={layout.bullets}>
            {describeValues(values as never).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {kept.length > 0 && (
            <p>
              {countOf(kept.length, locationNouns)} {kept.length === 1 ? 'stays as it is' : 'stay as they are'}:{' '}
              {kept
                .slice(0, 6)
                .map(({ name }) => name)
                .join(', ')}
              {kept.length > 6 && ', …'}
            </p>
          )}
          <div className={css.buttons}>
            <Button variant="primary" busy={apply.isPending} onClick={() => apply.mutate(preview.data)}>
              Change {countOf(preview.data.total, locationNouns)}
            </Button>
            <Button onClick={startAgain}>Back</Button>
          </div>
        </Callout>
      ) : (
        <Button
          variant="primary"
          className={css.preview}
          busy={preview.isPending}
          disabled={Object.keys(values).length === 0 || hasProblem || ids.length === 0}
          onClick={() => preview.mutate()}
        >
          Preview the change
        </Button>
      )}
    </Card>
  );
}

/** Only what was filled in. */
function toSent(holidayHours: string, { photos, ...typed }: ChangeValues): SentGroupValues {
  const given = Object.entries({ holidayHours, ...pickFields(typed, fieldNames) }).filter(([, text]) => text !== '');
  const chosen = photos.flatMap(({ file, alt }) => (file ? [{ image: file.dataUrl, alt }] : []));
  return { ...(Object.fromEntries(given) as SentGroupValues), ...(chosen.length > 0 && { photos: chosen }) };
}

const fieldNames = (Object.keys(emptyChange) as (keyof ChangeValues)[]).filter((name) => name !== 'photos');
