import { useState } from 'react';
import { disableTwoFactor, enrollTwoFactor, type Me, renewRecoveryCodes } from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import css from './Account.module.css';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { loadUser } from './session.ts';
import { TwoFactorSetup } from './TwoFactorSetup.tsx';

type Question = 'enrol' | 'renew' | 'disable';
const questions = {
  enrol: {
    title: 'Set up two-factor sign-in',
    description: 'Please enter your password first.',
    action: 'Continue',
  },
  renew: {
    title: 'New recovery codes',
    description: 'The codes you have now stop working.',
    action: 'Make new codes',
  },
  disable: {
    title: 'Turn two-factor sign-in off?',
    description: 'Your password alone will be enough to sign in.',
    action: 'Turn off',
  },
};

export function TwoFactorCard({ user, onChanged }: { user: Me; onChanged: () => void }) {
  const { enabled, required, recoveryCodesLeft } = user.twoFactor;
  const [question, setQuestion] = useState<Question>('enrol');
  const [asking, setAsking] = useState(false);
  const [enrolment, setEnrolment] = useState<Reply<typeof enrollTwoFactor> | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const ask = (next: Question) => {
    setQuestion(next);
    setAsking(true);
  };
  const run = async (password: string) => {
    const body = { password };
    if (question === 'enrol') return setEnrolment(await api(enrollTwoFactor, { body }));
    if (question === 'renew') {
      setCodes((await api(renewRecoveryCodes, { body })).recoveryCodes);
    } else {
      await api(disableTwoFactor, { body });
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
    <Card as="section" aria-labelledby="two-factor" tone={required && !enabled ? 'highlight' : 'plain'}>
      <div className={css.row}>
        <div className={css.words}>
          <h2 id="two-factor" className={css.title}>
            Two-factor sign-in <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? 'On' : 'Off'}</Badge>
          </h2>
          <p className={css.soft}>
            {enabled
              ? `A code from your app completes every sign-in. ${recoveryCodesLeft} of 10 recovery codes left.`
              : 'A code from an app on your phone, besides the password. A stolen password is then not enough.'}
          </p>
        </div>
        {!enabled && (
          <Button variant={required ? 'primary' : 'secondary'} onClick={() => ask('enrol')}>
            Set up
          </Button>
        )}
      </div>
      {enabled && (
        <div className={css.actions}>
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
        run={run}
        {...questions[question]}
      />
      {enrolment && (
        <TwoFactorSetup
          enrolment={enrolment}
          onClose={() => setEnrolment(null)}
          onDone={(made) => {
            setEnrolment(null);
            setCodes(made);
            toast({ title: 'Success', description: 'Two-factor sign-in is on.', variant: 'good' });
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={closeCodes} />}
    </Card>
  );
}
