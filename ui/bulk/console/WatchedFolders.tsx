import { useState } from 'react';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import type { WatchedFolderState } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { folderModes, whenOptions } from '../queue/schedule-choices.ts';
import css from './WatchedFolders.module.css';

/** The folders of this computer whose files go to the server's import queue. */
export function WatchedFolders() {
  const staffConsole = useStaffConsole();
  const { folders } = useConsoleState();
  return (
    <Card as="section" aria-labelledby="watched-folders" className={layout.snug}>
      <h2 id="watched-folders">Watched folders</h2>
      <p className={layout.hint}>
        Lists of practices in these folders are sent to the import queue while the console runs. They move to{' '}
        <code>done</code> or <code>failed</code>, and no list is imported twice. Other files stay as they are.
      </p>
      {folders.length > 0 && (
        <ul className={layout.tight}>
          {folders.map((folder) => (
            <li key={folder.key} className={css.folder}>
              <span className={css.text}>
                <strong>{folder.folder}</strong>
                <span className={layout.muted}>{describeFolder(folder)}</span>
                {folder.problem && <span className={css.problem}>{folder.problem}</span>}
              </span>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Stop watching ${folder.folder}`}
                onClick={() => void staffConsole.forgetFolder(folder.key).catch(toastError)}
              >
                Stop watching
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddFolder />
    </Card>
  );
}

function describeFolder({ mode, next, waiting, others }: WatchedFolderState): string {
  return [
    mode === 'preview' ? 'Previews files' : 'Applies files without warnings',
    next === null ? 'as they arrive' : `next on ${formatLocalWeekdayTime(next)}`,
    waiting > 0 && `${waiting} ${waiting === 1 ? 'file' : 'files'} not finished`,
    others > 0 && `${others} other ${others === 1 ? 'file' : 'files'} left as ${others === 1 ? 'it is' : 'they are'}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function AddFolder() {
  const staffConsole = useStaffConsole();
  const [isBusy, setIsBusy] = useState(false);
  const form = useAppForm({
    defaultValues: { mode: 'preview' as WatchedFolderState['mode'], when: 'arrival', time: '08:00' },
    keep: 'choice',
    check: ({ when, time }): Record<string, string> =>
      when !== 'arrival' && time === '' ? { time: 'Choose a time.' } : {},
  });
  const add = async ({ mode, when, time }: typeof form.values) => {
    setIsBusy(true);
    await staffConsole
      .watchFolder({
        mode,
        when: when === 'arrival' ? null : { weekday: when === 'daily' ? null : Number(when), time },
      })
      .catch((error: unknown) => toastError(error, 'Not watched'));
    setIsBusy(false);
  };
  return (
    <form method="post" noValidate className={css.form} onSubmit={form.submit((values) => void add(values))}>
      <Field label="What happens">
        <Select options={folderModes} {...form.field('mode')} />
      </Field>
      <Field label="When">
        <Select options={whenOptions} {...form.field('when')} />
      </Field>
      {form.values.when !== 'arrival' && (
        <Field label="At" error={form.errors.time}>
          <Input type="time" {...form.field('time')} />
        </Field>
      )}
      <Button type="submit" busy={isBusy}>
        Watch a folder…
      </Button>
    </form>
  );
}
