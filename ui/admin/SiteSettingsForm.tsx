import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveSiteSettings, type SiteField, type SiteSettingsReply } from '#contract/site-settings.ts';
import { smallPhoto } from '#shared/listings/photos.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { findChangedFields, pickFields, useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { FilePicker } from '#ui/kit/controls/FilePicker.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { brandLabels } from './settings.ts';

interface Shown {
  hint: string;
  rows?: number;
  isPicture?: true;
  /** A long default is shown as text that can be edited. The others are placeholders. */
  startsWithDefault?: true;
}
export type SettingsGroup = readonly [title: string, fields: Partial<Record<SiteField, Shown>>];

interface SiteSettingsFormProps {
  settings: SiteSettingsReply;
  groups: readonly SettingsGroup[];
  /** The key of its unsaved changes. */
  draftKey: string;
  /** Says where a change shows. */
  savedNote: string;
}

/** Settings of the site in cards with one Save. */
export function SiteSettingsForm({ settings, groups, draftKey, savedNote }: SiteSettingsFormProps) {
  const client = useQueryClient();
  const fields = Object.assign({}, ...groups.map(([, group]) => group)) as Partial<Record<SiteField, Shown>>;
  const names = Object.keys(fields) as SiteField[];
  const toFormValues = (stored: SiteSettingsReply): Record<SiteField, string> =>
    Object.fromEntries(
      names.map((name) => [name, stored[name] || (fields[name]!.startsWithDefault ? stored.defaults[name] : '')]),
    ) as never;
  const record = useConflictForm(draftKey, settings, toFormValues);
  const { values, setValues, errors } = record;
  const save = useMutation({
    mutationFn: ({ base, values: edited }: typeof record.formState) => {
      const changed = findChangedFields(toFormValues(base), edited);
      const sent = changed.map((name) => [name, edited[name] === base.defaults[name] ? '' : edited[name]]);
      return api(saveSiteSettings, { body: { ...Object.fromEntries(sent), read: pickFields(base, changed) } });
    },
    async onSuccess(saved, { values: sent }) {
      record.markSaved(sent, saved);
      toast({
        title: 'Saved',
        description: savedNote,
        variant: 'good',
      });
      await refresh(client, '/api/admin/site-settings', '/api/site');
    },
    onError(error) {
      if (record.handleConflict(error)) return;
      record.showErrors(fieldsOf(error));
      toast({ title: "We couldn't save the settings", description: sentenceOf(error), variant: 'destructive' });
    },
  });
  return (
    <form
      method="post"
      className={layout.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(record.formState);
      }}
    >
      <div className={layout.columns}>
        {groups.map(([title, group]) => (
          <Card key={title} as="section" aria-label={title} className={layout.stack}>
            <h2>{title}</h2>
            {(Object.entries(group) as [SiteField, Shown][]).map(([name, { hint, rows, isPicture }]) => {
              const control = {
                value: values[name],
                placeholder: settings.defaults[name],
                onChange: (event: { target: { value: string } }) => setValues({ [name]: event.target.value }),
              };
              return (
                <Field key={name} label={brandLabels[name]} hint={hint} error={errors[name]}>
                  {isPicture ? (
                    <FilePicker
                      value={
                        values[name] === ''
                          ? null
                          : {
                              name: values[name] === settings[name] ? 'Current logo' : 'New logo',
                              dataUrl: smallPhoto(values[name]),
                            }
                      }
                      onChange={(picked) => setValues({ [name]: picked?.dataUrl ?? '' })}
                      onError={(sentence) => record.showErrors(sentence === null ? {} : { [name]: sentence })}
                    />
                  ) : rows ? (
                    <Textarea {...control} rows={rows} />
                  ) : (
                    <Input {...control} />
                  )}
                </Field>
              );
            })}
          </Card>
        ))}
      </div>
      <EditConflict
        form={record}
        names={brandLabels}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <div className={layout.row}>
        <Button variant="primary" type="submit" busy={save.isPending} disabled={!record.isDirty}>
          Save
        </Button>
        {record.isDirty && <span className={layout.muted}>You have unsaved changes.</span>}
      </div>
    </form>
  );
}
