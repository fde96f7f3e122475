import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getAdSettings, saveAdField, saveAdSettings, type AdField, type AdSettings } from '#contract/ads.ts';
import { EditConflict } from '#ui/app/EditConflict.tsx';
import { findChangedFields, pickFields, useConflictForm } from '#ui/app/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { AdPreview } from './AdPreview.tsx';
import own from '../Ads.module.css';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';

export function AdSenseSettings() {
  const settings = useQuery({ ...queryOf(getAdSettings, {}), refetchOnMount: 'always' });
  if (settings.isPending) return <Skeleton height={420} />;
  if (settings.isError) return <LoadFailed title="The ad settings could not be loaded" compact query={settings} />;
  return (
    <div className={layout.stack}>
      <p className={layout.hint}>
        Ads run in a frame of their own: their code can neither read this site nor lead visitors away from it. They are
        never shown on sign-in, payment, dashboard or admin pages, nor on profiles of paying owners.
      </p>
      <Placements settings={settings.data} />
      <h2>Account and verification</h2>
      <div className={own.fields}>
        <OneField
          settings={settings.data}
          field="publisherId"
          label="Publisher ID"
          hint="As in pub-1234567890123456."
        />
        <OneField
          settings={settings.data}
          field="metaTag"
          label="Meta tag"
          hint="Put into the head of public pages. Left empty, it is made from the publisher ID."
        />
        <OneField
          settings={settings.data}
          field="adsenseCode"
          label="AdSense code"
          rows={5}
          hint="Runs before the code of each placement, inside its frame."
        />
        <OneField settings={settings.data} field="adsTxt" label="ads.txt" rows={5} hint="Served at /ads.txt." />
      </div>
    </div>
  );
}

const slots = [
  ['header', 'Header ads', 'Below the menu, on every public page.'],
  ['sidebar', 'Sidebar ads', 'Beside articles and lists.'],
  ['footer', 'Footer ads', 'Above the foot of every public page.'],
] as const;

const placementNames = Object.fromEntries(
  slots.flatMap(([slot, title]) => [
    [`${slot}AdsEnabled`, title],
    [`${slot}AdCode`, `${title.replace(' ads', '')} ad code`],
  ]),
);

const codesOf = (settings: AdSettings) => ({
  headerAdsEnabled: settings.headerAdsEnabled,
  headerAdCode: settings.headerAdCode ?? '',
  sidebarAdsEnabled: settings.sidebarAdsEnabled,
  sidebarAdCode: settings.sidebarAdCode ?? '',
  footerAdsEnabled: settings.footerAdsEnabled,
  footerAdCode: settings.footerAdCode ?? '',
});

function Placements({ settings }: { settings: AdSettings }) {
  const client = useQueryClient();
  const record = useConflictForm('ad placements', settings, codesOf);
  const { values: form, setValues } = record;
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) => {
      const changed = findChangedFields(codesOf(base), values);
      // Whether a placement is on and what it shows are read together.
      const read = slots
        .flatMap(([slot]) => [[`${slot}AdsEnabled`, `${slot}AdCode`] as const])
        .filter((pair) => pair.some((field) => changed.includes(field)))
        .flat();
      return api(saveAdSettings, { body: { ...pickFields(values, changed), read: pickFields(base, read) } });
    },
    async onSuccess(after, { values }) {
      record.markSaved(values, after);
      toast({ title: 'Success', description: 'Ad settings saved.', variant: 'good' });
      await refresh(client, '/api/admin/ad-settings', '/api/ads');
    },
    onError: (error) =>
      record.handleConflict(error) ||
      toast({ title: 'Failed to update ad settings', description: sentenceOf(error), variant: 'destructive' }),
  });
  const errors = fieldsOf(save.error);
  return (
    <form
      className={layout.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(record.formState);
      }}
    >
      <div className={layout.columns}>
        {slots.map(([slot, title, hint]) => (
          <Card key={slot} className={layout.stack}>
            <Switch
              label={title}
              hint={hint}
              checked={form[`${slot}AdsEnabled`]}
              onChange={(event) => setValues({ [`${slot}AdsEnabled`]: event.target.checked })}
            />
            {form[`${slot}AdsEnabled`] && (
              <>
                <Field label={`${title.replace(' ads', '')} ad code`} error={errors[`${slot}AdCode`]}>
                  <Textarea
                    className={layout.code}
                    rows={6}
                    spellCheck={false}
                    value={form[`${slot}AdCode`]}
                    onChange={(event) => setValues({ [`${slot}AdCode`]: event.target.value })}
                  />
                </Field>
                <AdPreview slot={slot} code={`${settings.adsenseCode ?? ''}${form[`${slot}AdCode`]}`} />
              </>
            )}
          </Card>
        ))}
      </div>
      <EditConflict
        form={record}
        names={placementNames}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <div className={layout.row}>
        <Button variant="primary" type="submit" busy={save.isPending} disabled={!record.isDirty}>
          Save placements
        </Button>
        {record.isDirty && <span className={layout.muted}>There are changes that are not saved.</span>}
      </div>
    </form>
  );
}

interface OneFieldProps {
  settings: AdSettings;
  field: Extract<AdField, 'publisherId' | 'adsenseCode' | 'adsTxt' | 'metaTag'>;
  label: string;
  hint: string;
  rows?: number;
}

function OneField({ settings, field, label, hint, rows }: OneFieldProps) {
  const client = useQueryClient();
  const record = useConflictForm(`ad setting ${field}`, settings, (from) => ({ value: from[field] ?? '' }));
  const { value } = record.values;
  const setValue = (text: string) => record.setValues({ value: text });
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) =>
      api(saveAdField, { body: { field, value: values.value, read: { [field]: base[field] } } }),
    async onSuccess(after, { values }) {
      record.markSaved(values, after);
      toast({ title: 'Success', description: `${label} saved.`, variant: 'good' });
      await refresh(client, '/api/admin/ad-settings', '/api/ads');
    },
    onError: (error) =>
      record.handleConflict(error) ||
      toast({ title: 'Failed to update setting', description: sentenceOf(error), variant: 'destructive' }),
  });
  const control = { className: layout.code, spellCheck: false, value };
  return (
    <form
      className={layout.tight}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(record.formState);
      }}
    >
      <Field label={label} hint={hint} error={fieldsOf(save.error)[field]}>
        {rows ? (
          <Textarea {...control} rows={rows} onChange={(event) => setValue(event.target.value)} />
        ) : (
          <Input {...control} onChange={(event) => setValue(event.target.value)} />
        )}
      </Field>
      <EditConflict
        form={record}
        names={{ value: label }}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <div>
        <Button
          size="small"
          type="submit"
          busy={save.isPending}
          disabled={!record.isDirty}
          aria-label={`Save ${label}`}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
