import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getAdSettings, saveAdField, saveAdSettings, type AdField, type AdSettings } from '#contract/ads.ts';
import { adLabels } from '#ui/admin/settings.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { findChangedFields, pickFields, useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { AdPreview } from './AdPreview.tsx';
import css from './AdSenseSettings.module.css';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';

export function AdSenseSettings() {
  const settings = useQuery({ ...queryOf(getAdSettings, {}), refetchOnMount: 'always' });
  if (settings.isPending) return <Skeleton height={420} />;
  if (settings.isError) return <LoadFailed title="We couldn't load the ad settings" compact query={settings} />;
  return (
    <div className={layout.stack}>
      <p className={layout.hint}>
        Ads run in a sandboxed frame and can't read this site or redirect visitors. Login, payment, dashboard, and admin
        pages never show ads, and neither do profiles of paying owners.
      </p>
      <Placements settings={settings.data} />
      <h2>Account and verification</h2>
      <div className={css.fields}>
        <SettingField settings={settings.data} field="publisherId" hint="For example, pub-1234567890123456." />
        <SettingField
          settings={settings.data}
          field="metaTag"
          hint="Added to the head of public pages. Defaults to a tag with the publisher ID."
        />
        <SettingField
          settings={settings.data}
          field="adsenseCode"
          rows={5}
          hint="Runs in each ad frame, before the ad code."
        />
        <SettingField settings={settings.data} field="adsTxt" rows={5} hint="Served at /ads.txt." />
      </div>
    </div>
  );
}

const slots = [
  ['header', 'Below the menu on every public page.'],
  ['sidebar', 'Next to articles and lists.'],
  ['footer', 'Above the footer on every public page.'],
] as const;

type Slot = (typeof slots)[number][0];

const codeLabelOf = (slot: Slot): string => `${adLabels[slot].replace(' ads', '')} ad code`;

const placementNames = Object.fromEntries(
  slots.flatMap(([slot]) => [
    [`${slot}AdsEnabled`, adLabels[slot]],
    [`${slot}AdCode`, codeLabelOf(slot)],
  ]),
);

const toFormValues = (settings: AdSettings) => ({
  headerAdsEnabled: settings.headerAdsEnabled,
  headerAdCode: settings.headerAdCode ?? '',
  sidebarAdsEnabled: settings.sidebarAdsEnabled,
  sidebarAdCode: settings.sidebarAdCode ?? '',
  footerAdsEnabled: settings.footerAdsEnabled,
  footerAdCode: settings.footerAdCode ?? '',
});

function Placements({ settings }: { settings: AdSettings }) {
  const client = useQueryClient();
  const record = useConflictForm('ad placements', settings, toFormValues);
  const { values: form, setValues } = record;
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) => {
      const changedFields = findChangedFields(toFormValues(base), values);
      // A placement's switch and its code conflict together.
      const conflictFields = slots
        .flatMap(([slot]) => [[`${slot}AdsEnabled`, `${slot}AdCode`] as const])
        .filter((pair) => pair.some((field) => changedFields.includes(field)))
        .flat();
      return api(saveAdSettings, {
        body: { ...pickFields(values, changedFields), read: pickFields(base, conflictFields) },
      });
    },
    async onSuccess(savedSettings, { values }) {
      record.markSaved(values, savedSettings);
      toast({ title: 'Success', description: 'Ad settings saved.', variant: 'good' });
      await refresh(client, '/api/admin/ad-settings', '/api/ads');
    },
    onError(error) {
      if (record.handleConflict(error)) return;
      record.showErrors(fieldsOf(error));
      toast({ title: 'Failed to update ad settings', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  const { errors } = record;
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
        {slots.map(([slot, hint]) => (
          <Card key={slot} className={layout.stack}>
            <Switch
              label={adLabels[slot]}
              hint={hint}
              checked={form[`${slot}AdsEnabled`]}
              onChange={(event) => setValues({ [`${slot}AdsEnabled`]: event.target.checked })}
            />
            {form[`${slot}AdsEnabled`] && (
              <>
                <Field label={codeLabelOf(slot)} error={errors[`${slot}AdCode`]}>
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
        {record.isDirty && <span className={layout.muted}>You have unsaved changes.</span>}
      </div>
    </form>
  );
}

interface SettingFieldProps {
  settings: AdSettings;
  field: Extract<AdField, 'publisherId' | 'adsenseCode' | 'adsTxt' | 'metaTag'>;
  hint: string;
  rows?: number;
}

function SettingField({ settings, field, hint, rows }: SettingFieldProps) {
  const label = adLabels[field];
  const client = useQueryClient();
  const record = useConflictForm(`ad setting ${field}`, settings, (adSettings) => ({ value: adSettings[field] ?? '' }));
  const { value } = record.values;
  const setValue = (text: string) => record.setValues({ value: text });
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) =>
      api(saveAdField, { body: { field, value: values.value, read: { [field]: base[field] } } }),
    async onSuccess(savedSettings, { values }) {
      record.markSaved(values, savedSettings);
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
      method="post"
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
