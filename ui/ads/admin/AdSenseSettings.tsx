import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef } from 'react';
import { getAdSettings, saveAdSettings, type AdField, type AdSettings, type AdSlotName } from '#contract/ads.ts';
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
import { AdFrame } from '../AdFrame.tsx';
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
      <AdForm settings={settings.data} />
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

const accountFields = [
  ['publisherId', { hint: 'For example, pub-1234567890123456.' }],
  ['metaTag', { hint: 'Added to the head of public pages. Defaults to a tag with the publisher ID.' }],
  ['adsenseCode', { hint: 'Runs in each ad frame, before the ad code.', rows: 5 }],
  ['adsTxt', { hint: 'Served at /ads.txt.', rows: 5 }],
] as const satisfies readonly (readonly [AdField, { hint: string; rows?: number }])[];

const fieldNames: Record<string, string> = {
  ...Object.fromEntries(
    slots.flatMap(([slot]) => [
      [`${slot}AdsEnabled`, adLabels[slot]],
      [`${slot}AdCode`, codeLabelOf(slot)],
    ]),
  ),
  ...Object.fromEntries(accountFields.map(([field]) => [field, adLabels[field]])),
};

const toFormValues = (settings: AdSettings) => ({
  headerAdsEnabled: settings.headerAdsEnabled,
  headerAdCode: settings.headerAdCode ?? '',
  sidebarAdsEnabled: settings.sidebarAdsEnabled,
  sidebarAdCode: settings.sidebarAdCode ?? '',
  footerAdsEnabled: settings.footerAdsEnabled,
  footerAdCode: settings.footerAdCode ?? '',
  publisherId: settings.publisherId ?? '',
  metaTag: settings.metaTag ?? '',
  adsenseCode: settings.adsenseCode ?? '',
  adsTxt: settings.adsTxt ?? '',
});

function AdForm({ settings }: { settings: AdSettings }) {
  const client = useQueryClient();
  const record = useConflictForm('ad settings', settings, toFormValues);
  const { values: form, setValues } = record;
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) => {
      const changedFields = findChangedFields(toFormValues(base), values);
      // A placement's switch and its code conflict together.
      const conflictFields = slots
        .flatMap(([slot]) => [[`${slot}AdsEnabled`, `${slot}AdCode`] as const])
        .filter((pair) => pair.some((field) => changedFields.includes(field)))
        .flat();
      const accountChanges = accountFields.map(([field]) => field).filter((field) => changedFields.includes(field));
      return api(saveAdSettings, {
        body: { ...pickFields(values, changedFields), read: pickFields(base, [...conflictFields, ...accountChanges]) },
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
      <div className={css.slots}>
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
                <AdPreview slot={slot} code={`${form.adsenseCode}${form[`${slot}AdCode`]}`} />
              </>
            )}
          </Card>
        ))}
      </div>
      <h2>Account and verification</h2>
      <div className={css.fields}>
        {accountFields.map(([field, { hint, ...rest }]) => {
          const control = {
            className: layout.code,
            spellCheck: false,
            value: form[field],
            onChange: (event: { target: { value: string } }) => setValues({ [field]: event.target.value }),
          };
          return (
            <Field key={field} label={adLabels[field]} hint={hint} error={errors[field]}>
              {'rows' in rest ? <Textarea {...control} rows={rest.rows} /> : <Input {...control} />}
            </Field>
          );
        })}
      </div>
      <EditConflict
        form={record}
        names={fieldNames}
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

/** Runs the typed code in the same sandboxed frame as a live ad, reloaded after each change. */
function AdPreview({ slot, code }: { slot: AdSlotName; code: string }) {
  const deferredCode = useDeferredValue(code);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const sendCode = (event: MessageEvent) => {
      const frameWindow = frame.current?.contentWindow;
      // A sandboxed frame has no origin, so it is identified by its window.
      if (frameWindow && event.source === frameWindow && event.data === 'ad-preview-ready')
        frameWindow.postMessage(deferredCode, '*');
    };
    addEventListener('message', sendCode);
    return () => removeEventListener('message', sendCode);
  }, [deferredCode]);
  if (deferredCode.trim() === '') return null;
  return (
    <div className={css.preview}>
      <AdFrame
        slot={slot}
        label="Preview"
        key={deferredCode}
        ref={frame}
        title={`Preview, ${slot}`}
        src="/ads/frame/preview"
      />
    </div>
  );
}
