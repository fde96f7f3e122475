import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  applyGroupChange,
  latestGroupChanges,
  openGroupChange,
  previewGroupChange,
  undoGroupChange,
  type GroupHours,
} from '#contract/groups/group-changes.ts';
import type { Group } from '#contract/groups/groups.ts';
import type { BulkChange } from '#contract/tables/bulk-changes.ts';
import { holidayName } from '#shared/listings/holidays.ts';
import { parseHolidayHours } from '#shared/listings/holiday-hours.ts';
import { BulkProgress } from '#ui/admin/table/BulkProgress.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatCalendarDay, formatLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { HolidayHoursEditor } from '#ui/listings/owner/holiday-hours/HolidayHoursEditor.tsx';
import { locationNouns } from './group-words.ts';
import css from './HoursTab.module.css';
import { LocationPicker } from './LocationPicker.tsx';

/** Changes dates with other hours in all locations but some, after a preview, and undoes it. */
export function HoursTab({ group }: { group: Group }) {
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
      <Latest group={group} startedId={startedId} />
    </div>
  );
}

function ChangeForm({ group, onStarted }: { group: Group; onStarted: (id: number) => void }) {
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { hours: '', hasExceptions: false, exceptions: [] as number[] },
    keep: { draft: `group hours ${group.id}` },
  });
  const { hours, hasExceptions } = form.values;
  const [problem, setProblem] = useState<string | null>(null);
  const exceptions = new Set(form.values.exceptions);
  const params = { id: String(group.id) };
  const kept = hasExceptions ? group.locations.filter(({ id }) => exceptions.has(id)) : [];
  const ids = group.locations.map(({ id }) => id).filter((id) => !kept.some((location) => location.id === id));
  const preview = useMutation({
    mutationFn: () => api(previewGroupChange, { params, body: { hours: { holidayHours: hours }, ids } }),
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
  const change = (values: Partial<typeof form.values>) => {
    form.setValues(values);
    startAgain();
  };
  const error = preview.error ?? apply.error;
  return (
    <Card as="section" aria-labelledby="change-hours" className={layout.stack}>
      <h2 id="change-hours" className={css.title}>
        Holiday hours for all locations
      </h2>
      <p className={layout.muted}>A location’s other dates and its regular hours don’t change.</p>
      <HolidayHoursEditor
        value={hours}
        onChange={(text) => change({ hours: text })}
        onProblem={setProblem}
        error={fieldsOf(preview.error)['holidayHours']}
      />
      <Switch
        label="Some locations keep their hours"
        checked={hasExceptions}
        onChange={(event) => change({ hasExceptions: event.target.checked })}
      />
      {hasExceptions && (
        <LocationPicker
          label="Locations that keep their hours"
          locations={group.locations}
          chosen={exceptions}
          onChange={(chosen) => change({ exceptions: [...chosen] })}
        />
      )}
      {error && !fieldsOf(error)['holidayHours'] && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {preview.data ? (
        <Callout announce title={`${countOf(preview.data.total, locationNouns)} will have these hours`}>
          <ul>
            {describeDates(hours).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {kept.length > 0 && (
            <p>
              {countOf(kept.length, locationNouns)} {kept.length === 1 ? 'keeps its' : 'keep their'} hours:{' '}
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
          disabled={hours === '' || problem !== null || ids.length === 0}
          onClick={() => preview.mutate()}
        >
          Preview the change
        </Button>
      )}
    </Card>
  );
}

/** "Thanksgiving Day, Nov 26, 2026: Closed" for each date. */
const describeDates = (text: string | null | undefined): string[] =>
  parseHolidayHours(text).map(({ from, to, hours }) => {
    const name = from === to ? holidayName(from) : null;
    const days = from === to ? formatCalendarDay(from) : `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
    return `${name ? `${name}, ` : ''}${days}: ${hours}`;
  });

const describeHours = ({ holidayHours }: GroupHours): string =>
  describeDates(holidayHours).join('; ') || 'Office hours';

function Latest({ group, startedId }: { group: Group; startedId: number | null }) {
  const params = { id: String(group.id) };
  const { data } = useQuery({ ...queryOf(latestGroupChanges, { params }), refetchOnMount: 'always' });
  if (!data || data.length === 0) return null;
  return (
    <section className={layout.stack} aria-labelledby="latest-changes">
      <h2 id="latest-changes" className={css.title}>
        Latest changes
      </h2>
      <ul className={layout.stack}>
        {data.map(({ id, hours, author, createdAt }) => (
          <li key={id} className={css.change} aria-current={id === startedId || undefined}>
            <p>{describeHours(hours)}</p>
            <p className={layout.note}>{[author, formatLocalDate(createdAt)].filter(Boolean).join(' · ')}</p>
            <BulkProgress
              id={id}
              one="location"
              many="locations"
              calls={{
                query: queryOf(openGroupChange, { params: { ...params, change: String(id) } }),
                undo: () => api(undoGroupChange, { params: { ...params, change: String(id) } }),
                changes: [`/api/user/groups/${group.id}`, '/api/user/dentists', '/api/dentists'],
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
