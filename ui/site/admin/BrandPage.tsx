import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getSiteSettings, saveSiteSettings, type SiteField, type SiteSettingsReply } from '#contract/site-settings.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { brandLabels } from '#ui/admin/settings.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { findChangedFields, pickFields, useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { FilePicker } from '#ui/kit/controls/FilePicker.tsx';
import { smallPhoto } from '#shared/listings/photos.ts';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';

interface Shown {
  hint: string;
  rows?: number;
  isPicture?: true;
}

const groups: readonly (readonly [title: string, fields: Partial<Record<SiteField, Shown>>])[] = [
  [
    'Brand',
    {
      brand: { hint: 'Shown on every page, in emails, on printed cards, and in the console.' },
      description: { hint: 'One sentence. The footer of every page and the web app manifest show it.' },
      accent: { hint: 'The color of buttons and links, such as #0b7c80. White text on it must be easy to read.' },
      logo: {
        hint: 'A square picture, preferably with a transparent background. Pages, emails, icons, and shared links show it.',
        isPicture: true,
      },
      author: { hint: 'Named with articles that have no other author.' },
    },
  ],
  [
    'Contact',
    {
      supportEmail: { hint: 'Shown to visitors. Receives messages, claims, and problem reports.' },
      supportPhone: { hint: 'Shown to visitors, with its area code.' },
      supportHours: { hint: 'The days, the hours, and when support is closed, each on its own line.', rows: 3 },
      socialLinks: { hint: 'Addresses of your accounts, one per line. The footer links to them.', rows: 3 },
    },
  ],
  [
    'Company',
    {
      company: { hint: 'The legal entity that owns the brand. The terms name it.' },
      address: {
        hint: 'The postal address, as on a letter. Emails, the terms, and the contact page show it.',
        rows: 3,
      },
    },
  ],
  [
    'Legal texts',
    {
      terms: {
        hint: 'Replaces the terms that come with the product. Begin each part with ## and its title. {brand}, {company}, {address}, and {hours} are filled in from this page.',
        rows: 12,
      },
      privacy: {
        hint: 'Follows the privacy policy, which lists exactly what this site stores. The audit log keeps every version of both texts.',
        rows: 6,
      },
    },
  ],
];

const names = Object.keys(brandLabels) as SiteField[];
const toFormValues = (settings: SiteSettingsReply): Record<SiteField, string> => pickFields(settings, names) as never;

function BrandForm({ settings }: { settings: SiteSettingsReply }) {
  const client = useQueryClient();
  const record = useConflictForm('brand and contact', settings, toFormValues);
  const { values, setValues, errors } = record;
  const save = useMutation({
    mutationFn: ({ base, values: edited }: typeof record.formState) => {
      const before = toFormValues(base);
      const changed = findChangedFields(before, edited);
      return api(saveSiteSettings, { body: { ...pickFields(edited, changed), read: pickFields(before, changed) } });
    },
    async onSuccess(saved, { values: sent }) {
      record.markSaved(sent, saved);
      toast({
        title: 'Saved',
        description: 'New pages and emails show it now. Reload to see it here.',
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
        {groups.map(([title, fields]) => (
          <Card key={title} as="section" aria-label={title} className={layout.stack}>
            <h2>{title}</h2>
            {(Object.entries(fields) as [SiteField, Shown][]).map(([name, { hint, rows, isPicture }]) => {
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

function BrandPage() {
  const settings = useQuery({ ...queryOf(getSiteSettings, {}), refetchOnMount: 'always' });
  return (
    <AdminPageBody>
      <Head title="Brand and contact" noindex />
      <AdminPageHeader title="Brand and contact" />
      <p className={layout.hint}>Leave a field empty to use its default, shown in gray.</p>
      {settings.isPending ? (
        <Skeleton height={420} />
      ) : settings.isError ? (
        <LoadFailed title="We couldn't load the settings" compact query={settings} />
      ) : (
        <BrandForm settings={settings.data} />
      )}
    </AdminPageBody>
  );
}

export const page: Page = { Component: BrandPage };
