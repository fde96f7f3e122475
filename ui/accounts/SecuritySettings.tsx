import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getSecurity, saveSecurity } from '#contract/accounts.ts';
import type { Input as In } from '#contract/endpoint.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { pickFields } from '#ui/app/use-conflict-form.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import css from './Account.module.css';
import { loadUser, useUser } from './session.ts';

const timeouts = [
  { value: '15', label: '15 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
];
type Change = Omit<NonNullable<In<typeof saveSecurity>['body']>, 'read'>;

/** Two-factor sign-in for administrators, and how long a sign-in may be quiet. Each takes effect at once. */
export function SecuritySettings() {
  const cache = useQueryClient();
  const user = useUser();
  const query = queryOf(getSecurity, {});
  const settings = useQuery({ ...query, refetchOnMount: 'always' });
  const { data } = settings;
  const [asking, setAsking] = useState(false);
  // Arrow keys choose faster than the server answers: one after the other, each on top of what the last one left.
  const last = useRef(Promise.resolve());
  const save = (body: Change, description: string) => (last.current = last.current.then(() => send(body, description)));
  const send = async (body: Change, description: string) => {
    const now = cache.getQueryData(query.queryKey);
    const read = now && pickFields(now, Object.keys(body) as (keyof typeof body)[]);
    try {
      cache.setQueryData(query.queryKey, await api(saveSecurity, { body: { ...body, read } }));
      toast({ title: 'Success', description, variant: 'good' });
      await loadUser();
    } catch (problem) {
      toast({ title: 'Error', description: sentenceOf(problem), variant: 'destructive' });
      // What another administrator chose meanwhile is to be seen before it is changed.
      if (problem instanceof ApiError && problem.now) await cache.invalidateQueries(query);
    }
  };
  if (settings.isError && !data)
    return <LoadFailed title="The sign-in settings could not be loaded" compact query={settings} />;
  const without = data?.adminsWithoutTwoFactor ?? 0;
  const require = () => save({ twoFactorRequired: true }, 'Administrators now need two-factor sign-in.');
  return (
    <Card as="section" aria-labelledby="sign-in-security" className={css.form}>
      <h2 id="sign-in-security" className={css.title}>
        Sign-in
      </h2>
      <Switch
        label="Two-factor sign-in for admin accounts"
        hint={
          data
            ? `${data.admins - without} of ${data.admins} administrators use it. Those who do not can do nothing else until they set it up.`
            : 'Administrators who do not use it can do nothing else until they set it up.'
        }
        checked={data?.twoFactorRequired ?? false}
        disabled={!data}
        onChange={(event) => {
          if (!event.target.checked)
            void save({ twoFactorRequired: false }, 'Two-factor sign-in is up to each administrator.');
          else if (without > 0) setAsking(true);
          else void require();
        }}
      />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Require two-factor sign-in?"
        description={
          user?.twoFactor.enabled
            ? `${without === 1 ? 'One administrator has' : `${without} administrators have`} not set it up and will be asked to at once.`
            : 'You have not set it up yourself: you will be asked to at once, on your account page.'
        }
        action="Require it"
        onConfirm={require}
      />
      <Field label="Session timeout" hint="After this long without activity a sign-in ends, on every device.">
        <Select
          options={timeouts}
          placeholder={data ? undefined : '30 minutes'}
          value={data ? String(data.sessionTimeoutMinutes) : ''}
          disabled={!data}
          onChange={(event) => {
            const chosen = timeouts.find(({ value }) => value === event.target.value)!;
            void save(
              { sessionTimeoutMinutes: Number(chosen.value) as Change['sessionTimeoutMinutes'] },
              `Sign-ins end after ${chosen.label} without activity.`,
            );
          }}
        />
      </Field>
    </Card>
  );
}
