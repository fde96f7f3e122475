import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listSavedRecipes } from '#contract/bulk/workbench.ts';
import {
  changeWatchedFolder,
  getWatchedFolder,
  readWatchedFolderNow,
  type WatchedFolder,
} from '#contract/bulk/import-queue.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { findOwnZone, folderModes, listZones, whenOptions } from './schedule-choices.ts';
import css from './WatchedFolderCard.module.css';

/** How the server's watched folder is read. Shows nothing if it watches none. */
export function WatchedFolderCard() {
  const { data } = useQuery({ ...queryOf(getWatchedFolder, {}), staleTime: 0 });
  if (!data?.folder) return null;
  return (
    <section className={layout.tight} aria-labelledby="watched-folder">
      <h2 id="watched-folder">Watched folder</h2>
      <Card className={layout.stack}>
        {data.problem && (
          <Callout tone="bad" title="The folder can't be read">
            {data.problem}
          </Callout>
        )}
        <p className={layout.hint}>
          Files in <code className={layout.breakable}>{data.folder}</code> are imported once, and move to{' '}
          <code>done</code> or <code>failed</code>. {describeReads(data)}
        </p>
        <FolderForm key={JSON.stringify([data.mode, data.recipe, data.schedule])} folder={data} />
      </Card>
    </section>
  );
}

function describeReads({ nextReadAt, readAt }: WatchedFolder): string {
  const last = readAt ? ` Last read ${formatLocalDateTime(readAt)}.` : '';
  return nextReadAt ? `Reads next on ${formatLocalDateTime(nextReadAt)}.${last}` : `Reads files as they arrive.${last}`;
}

function FolderForm({ folder }: { folder: WatchedFolder }) {
  const client = useQueryClient();
  const { data: recipes = [] } = useQuery({ ...queryOf(listSavedRecipes, {}), staleTime: 0 });
  const { schedule } = folder;
  const form = useAppForm({
    defaultValues: {
      mode: folder.mode,
      recipe: folder.recipe ?? '',
      when: schedule ? (schedule.weekday === null ? 'daily' : String(schedule.weekday)) : 'arrival',
      time: schedule?.time ?? '02:00',
      zone: schedule?.zone ?? findOwnZone(),
    },
    keep: 'choice',
  });
  const { values } = form;
  const isScheduled = values.when !== 'arrival';
  const save = useMutation({
    mutationFn: () =>
      api(changeWatchedFolder, {
        body: {
          mode: values.mode,
          recipe: values.recipe || null,
          schedule: isScheduled
            ? { weekday: values.when === 'daily' ? null : Number(values.when), time: values.time, zone: values.zone }
            : null,
        },
      }),
    onSuccess(saved) {
      form.endDraft();
      client.setQueryData(queryOf(getWatchedFolder, {}).queryKey, saved);
      toast({ title: 'Saved', variant: 'good' });
    },
    onError: (error) => form.showError(error, 'time'),
  });
  const read = useMutation({
    mutationFn: () => api(readWatchedFolderNow, {}),
    onSuccess: () => toast({ title: 'Reading the folder', description: 'Its files appear in the queue.' }),
    onError: (error) => toastError(error, 'Not read'),
  });
  const zones = listZones(values.zone);
  return (
    <form method="post" noValidate className={layout.stack} onSubmit={form.submit(() => save.mutate())}>
      <div className={css.fields}>
        <Field label="What happens">
          <Select options={folderModes} {...form.field('mode')} />
        </Field>
        <Field label="Recipe" error={form.errors.recipe}>
          <Select {...form.field('recipe')}>
            <option value="">The one made for the file's columns</option>
            {recipes.map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="When">
          <Select options={whenOptions} {...form.field('when')} />
        </Field>
        {isScheduled && (
          <>
            <Field label="At" error={form.errors.time}>
              <Input type="time" {...form.field('time')} />
            </Field>
            <Field label="Time zone">
              <Select options={zones} {...form.field('zone')} />
            </Field>
          </>
        )}
      </div>
      <div className={layout.row}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
        <Button busy={read.isPending} onClick={() => read.mutate()}>
          Read now
        </Button>
      </div>
    </form>
  );
}
