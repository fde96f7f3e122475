import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { getSecurity, saveSecurity } from '#contract/accounts/accounts.ts';
import type { Input as In } from '#contract/endpoint.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { pickFields } from '#ui/base/forms/use-conflict-form.ts';
import { securityLabels } from '#ui/admin/settings.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { PasswordDialog, type PasswordDialogProps } from '../account/PasswordDialog.tsx';
import css from './SecuritySettings.module.css';
import { loadUser, useUser } from '#ui/base/session.ts';

const timeouts = [
  { value: '15', label: '15 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
];
type Change = Omit<NonNullable<In<typeof saveSecurity>['body']>, 'read' | 'password'>;

/** Two-factor sign-in for administrators, and the session timeout. Each change is saved at once. */
export function SecuritySettings() {
  const cache = useQueryClient();
  const user = useUser();
  const query = queryOf(getSecurity, {});
  const settings = useQuery({ ...query, refetchOnMount: 'always' });
  const { data } = settings;
  const [asking, setAsking] = useState(false);
  const { run, dialog } = usePasswordRetry({
    title: 'Please enter your password',
    description: 'This setting protects all accounts. The other administrators will get an email about the change.',
    actionLabel: 'Change the setting',
  });
  // Saves run in order, because arrow keys can change the select faster than the server responds.
  const lastSave = useRef(Promise.resolve());
  const save = (body: Change, description: string) =>
    (lastSave.current = lastSave.current.then(() => send(body, description)));
  const send = async (body: Change, description: string) => {
    const current = cache.getQueryData(query.queryKey);
    const read = current && pickFields(current, Object.keys(body) as (keyof typeof body)[]);
    try {
      await run(async (password) => {
        const sent = { ...body, read, ...(password === undefined ? {} : { password }) };
        cache.setQueryData(query.queryKey, await api(saveSecurity, { body: sent }));
        toast({ title: 'Success', description, variant: 'good' });
        await loadUser();
      });
    } catch (problem) {
      toast({ title: 'Error', description: sentenceOf(problem), variant: 'destructive' });
      // Another administrator changed it first, so show their choice.
      if (problem instanceof ApiError && problem.now) await cache.invalidateQueries(query);
    }
  };
  if (settings.isError && !data)
    return <LoadFailed title="The sign-in settings could not be loaded" compact query={settings} />;
  const adminsWithout = data?.adminsWithoutTwoFactor ?? 0;
  const requireTwoFactor = () => save({ twoFactorRequired: true }, 'Staff members now need two-factor sign-in.');
  return (
    <Card as="section" aria-labelledby="sign-in-security" className={css.card}>
      <h2 id="sign-in-security" className={css.title}>
        Sign-in
      </h2>
      <Switch
        label={securityLabels.twoFactor}
        hint={
          data
            ? `${data.admins - adminsWithout} of ${data.admins} staff members use it. Those without it must set it up before continuing.`
            : 'Staff members without it must set it up before continuing.'
        }
        checked={data?.twoFactorRequired ?? false}
        disabled={!data}
        onChange={(event) => {
          if (!event.target.checked)
            void save({ twoFactorRequired: false }, 'Two-factor sign-in is now optional for staff members.');
          else if (adminsWithout > 0) setAsking(true);
          else void requireTwoFactor();
        }}
      />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Require two-factor sign-in?"
        description={
          user?.twoFactor.enabled
            ? `${adminsWithout === 1 ? 'One staff member has' : `${adminsWithout} staff members have`} not set it up and will be asked to right away.`
            : "You haven't set it up yourself. You'll be asked to right away, on your account page."
        }
        action="Require it"
        onConfirm={requireTwoFactor}
      />
      <Field label={securityLabels.timeout} hint="Sign out after this much inactivity, on every device.">
        <Select
          options={timeouts}
          placeholder={data ? undefined : '30 minutes'}
          value={data ? String(data.sessionTimeoutMinutes) : ''}
          disabled={!data}
          onChange={(event) => {
            const timeout = timeouts.find(({ value }) => value === event.target.value)!;
            void save(
              { sessionTimeoutMinutes: Number(timeout.value) as Change['sessionTimeoutMinutes'] },
              `Users are signed out after ${timeout.label} of inactivity.`,
            );
          }}
        />
      </Field>
      {dialog}
    </Card>
  );
}

type Call = (password?: string) => Promise<void>;
type Words = Pick<PasswordDialogProps, 'title' | 'description' | 'actionLabel'>;

/**
 * Runs calls that the server may refuse until the password was entered again. Asks for it then, and repeats the call with
 * it. The promise also resolves if the person cancels.
 */
function usePasswordRetry(words: Words): { run: (call: Call) => Promise<void>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<{ call: Call; done: () => void } | null>(null);
  const run = async (call: Call): Promise<void> => {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'password_required')) throw error;
      await new Promise<void>((done) => setWaiting({ call, done }));
    }
  };
  const dialog = (
    <PasswordDialog
      open={waiting !== null}
      onOpenChange={(open) => {
        if (open) return;
        waiting?.done();
        setWaiting(null);
      }}
      run={async (password) => waiting?.call(password)}
      {...words}
    />
  );
  return { run, dialog };
}
