import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdSettings, saveAdField, saveAdSettings, type AdField, type AdSettings } from '#contract/ads.ts';
import { Button } from '#ui/kit/Button.tsx';
import { Card } from '#ui/kit/Card.tsx';
import { Field } from '#ui/kit/Field.tsx';
import { Input } from '#ui/kit/Input.tsx';
import { Skeleton } from '#ui/kit/Skeleton.tsx';
import { Switch } from '#ui/kit/Switch.tsx';
import { Textarea } from '#ui/kit/Textarea.tsx';
import { toast } from '#ui/kit/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import css from '#ui/settings/Console.module.css';
import { AdPreview } from './AdPreview.tsx';
import own from './Ads.module.css';
import { Failed } from '#ui/app/Failed.tsx';

export function AdSenseSettings() {
  const settings = useQuery({ ...queryOf(getAdSettings, {}), refetchOnMount: 'always' });
  if (settings.isPending) return <Skeleton height={420} />;
  if (settings.isError) return <Failed title="The ad settings could not be loaded" compact query={settings} />;
  return (
    <div className={css.stack}>
      <p className={css.hint}>
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
  const [form, setForm] = useState(() => codesOf(settings));
  const save = useMutation({
    mutationFn: () => api(saveAdSettings, { body: form }),
    async onSuccess() {
      toast({ title: 'Success', description: 'Ad settings saved.', variant: 'good' });
      await refresh(client, '/api/admin/ad-settings', '/api/ads');
    },
    onError: (error) =>
      toast({ title: 'Failed to update ad settings', description: sentenceOf(error), variant: 'destructive' }),
  });
  const errors = fieldsOf(save.error);
  const changed = JSON.stringify(form) !== JSON.stringify(codesOf(settings));
  return (
    <form
      className={css.stack}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className={css.columns}>
        {slots.map(([slot, title, hint]) => (
          <Card key={slot} className={css.stack}>
            <Switch
              label={title}
              hint={hint}
              checked={form[`${slot}AdsEnabled`]}
              onChange={(event) => setForm({ ...form, [`${slot}AdsEnabled`]: event.target.checked })}
            />
            {form[`${slot}AdsEnabled`] && (
              <>
                <Field label={`${title.replace(' ads', '')} ad code`} error={errors[`${slot}AdCode`]}>
                  <Textarea
                    className={css.code}
                    rows={6}
                    spellCheck={false}
                    value={form[`${slot}AdCode`]}
                    onChange={(event) => setForm({ ...form, [`${slot}AdCode`]: event.target.value })}
                  />
                </Field>
                <AdPreview slot={slot} code={`${settings.adsenseCode ?? ''}${form[`${slot}AdCode`]}`} />
              </>
            )}
          </Card>
        ))}
      </div>
      <div className={css.row}>
        <Button variant="primary" type="submit" busy={save.isPending} disabled={!changed}>
          Save placements
        </Button>
        {changed && <span className={css.soft}>There are changes that are not saved.</span>}
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
  const saved = settings[field] ?? '';
  const [value, setValue] = useState(saved);
  const save = useMutation({
    mutationFn: () => api(saveAdField, { body: { field, value } }),
    async onSuccess(after) {
      setValue(after[field] ?? '');
      toast({ title: 'Success', description: `${label} saved.`, variant: 'good' });
      await refresh(client, '/api/admin/ad-settings', '/api/ads');
    },
    onError: (error) =>
      toast({ title: 'Failed to update setting', description: sentenceOf(error), variant: 'destructive' }),
  });
  const control = { className: css.code, spellCheck: false, value };
  return (
    <form
      className={css.tight}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Field label={label} hint={hint} error={fieldsOf(save.error)[field]}>
        {rows ? (
          <Textarea {...control} rows={rows} onChange={(event) => setValue(event.target.value)} />
        ) : (
          <Input {...control} onChange={(event) => setValue(event.target.value)} />
        )}
      </Field>
      <div>
        <Button
          size="small"
          type="submit"
          busy={save.isPending}
          disabled={value === saved}
          aria-label={`Save ${label}`}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
