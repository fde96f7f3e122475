import { useState } from 'react';
import { disableTwoFactor, enrollTwoFactor, type Me, renewRecoveryCodes } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { loadUser } from '#ui/base/session.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { layout } from '#ui/kit/layout.ts';
import { TwoFactorSetup } from './TwoFactorSetup.tsx';

type Question = 'enroll' | 'renew' | 'disable';
const questions = {
  enroll: {
    title: 'Set up two-factor sign-in',
    description: 'Please enter your password first.',
    actionLabel: 'Continue',
  },
  renew: {
    title: 'New recovery codes',
    description: 'Your current codes will stop working.',
    actionLabel: 'Create new codes',
  },
  disable: {
    title: 'Turn off two-factor sign-in?',
    description: "You'll log in with your password only.",
    actionLabel: 'Turn off',
  },
};

export function TwoFactorCard({ user, onChanged }: { user: Me; onChanged: () => void }) {
  const { enabled, required, recoveryCodesLeft } = user.twoFactor;
  const [question, setQuestion] = useState<Question>('enroll');
  const [asking, setAsking] = useState(false);
  const [enrollment, setEnrollment] = useState<Reply<typeof enrollTwoFactor> | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const ask = (next: Question) => {
    setQuestion(next);
    setAsking(true);
  };
  const run = async (password: string, code: string) => {
    const body = { password };
    if (question === 'enroll') return setEnrollment(await api(enrollTwoFactor, { body }));
    if (question === 'renew') {
      setCodes((await api(renewRecoveryCodes, { body })).recoveryCodes);
    } else {
      await api(disableTwoFactor, { body: { password, code } });
      toast({ title: 'Success', description: 'Two-factor sign-in is off.' });
    }
    await loadUser();
  };
  const closeCodes = () => {
    setCodes(null);
    void loadUser();
    onChanged();
  };
  return (
    <SettingsCard
      id="two-factor"
      tone={required && !enabled ? 'highlight' : 'plain'}
      title={
        <>
          Two-factor sign-in <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? 'On' : 'Off'}</Badge>
        </>
      }
      text={
        enabled
          ? `You log in with a code from your app. ${recoveryCodesLeft} of 10 recovery codes left.`
          : "Require a code from your phone, so a stolen password isn't enough."
      }
      action={
        !enabled && (
          <Button variant={required ? 'primary' : 'secondary'} onClick={() => ask('enroll')}>
            Set up
          </Button>
        )
      }
    >
      {enabled && (
        <div className={layout.wrap}>
          <Button size="small" onClick={() => ask('renew')}>
            New recovery codes
          </Button>
          {!required && (
            <Button size="small" onClick={() => ask('disable')}>
              Turn off
            </Button>
          )}
        </div>
      )}
      <PasswordDialog
        open={asking}
        onOpenChange={setAsking}
        danger={question === 'disable'}
        withCode={question === 'disable'}
        run={run}
        {...questions[question]}
      />
      {enrollment && (
        <TwoFactorSetup
          enrollment={enrollment}
          onClose={() => setEnrollment(null)}
          onDone={(recoveryCodes) => {
            setEnrollment(null);
            setCodes(recoveryCodes);
            toast({ title: 'Success', description: 'Two-factor sign-in is on.', variant: 'good' });
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={closeCodes} />}
    </SettingsCard>
  );
}
