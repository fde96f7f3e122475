import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Circle, Clock, Info } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import { mySubscription } from '#contract/billing/billing.ts';
import { myClaims } from '#contract/claims/claims.ts';
import { forgetStartedClaim, listStartedClaims } from '#contract/claims/started-claims.ts';
import type { HomeListing } from '#contract/dashboard.ts';
import { listingParts } from '#shared/listings/completeness.ts';
import { VerifyEmailButtons } from '#ui/accounts/VerifyEmailNotice.tsx';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { findSteps, type Step } from './home-steps.ts';
import css from './HomeSteps.module.css';

const icons = { problem: CircleAlert, todo: Circle, wait: Clock, note: Info };
/** More steps would push the figures off the first screen, or the list of many practices. */
const SHOWN = 3;
const SHOWN_OF_MANY = 2;

export interface HomeStepsProps {
  user: Pick<Me, 'email' | 'emailVerified' | 'pendingEmail'>;
  listings: readonly HomeListing[];
}

/** Leads an owner through everything that waits: the next step at the top, the others after it. */
export function HomeSteps({ user, listings }: HomeStepsProps) {
  const payments = usePayments();
  const [now] = useState(() => new Date());
  const subscription = useQuery({ ...queryOf(mySubscription, {}), staleTime: 0, enabled: payments });
  const claims = useQuery(queryOf(myClaims, {}));
  const started = useQuery({ ...queryOf(listStartedClaims, {}), staleTime: 0 });
  // The list waits for its parts, so that the next step doesn't move once it is shown.
  const isLoading = claims.isLoading || started.isLoading || subscription.isLoading;
  const steps = findSteps({
    user,
    subscription: subscription.data,
    claims: claims.data ?? [],
    started: started.data ?? [],
    listings,
    now,
  });
  const [only] = listings.length === 1 ? listings : [];
  const isNew = listings.length === 0 && !claims.data?.length && !started.data?.length;
  const shown = listings.length > 1 ? SHOWN_OF_MANY : SHOWN;
  const rows = steps.map((step, index) => <StepRow key={step.key} step={step} isNext={index === 0} />);
  return (
    <Card as="section" aria-labelledby="next" className={css.card}>
      <div className={layout.between}>
        <h2 id="next">What to do next</h2>
        {only && (
          <p className={layout.note}>
            Your profile is {listingParts.length - only.missing.length} of {listingParts.length} complete.
          </p>
        )}
      </div>
      {isLoading ? (
        <Skeleton height={160} />
      ) : (
        <>
          {rows.length > 0 && <ol className={css.steps}>{rows.slice(0, shown)}</ol>}
          {rows.length > shown && (
            <details className={css.more}>
              <summary>{rows.length - shown === 1 ? '1 more step' : `${rows.length - shown} more steps`}</summary>
              <ol className={css.steps}>{rows.slice(shown)}</ol>
            </details>
          )}
          {isNew && <FindPractice isNext={rows.length === 0} />}
          {rows.length === 0 && !isNew && (
            <p className={css.done}>
              <CircleCheck aria-hidden="true" /> You're all set.
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const { kind, title, detail, prepare = [], link, control } = step;
  const Icon = icons[kind];
  return (
    <li className={css.step} data-next={isNext || undefined} data-kind={kind}>
      <Icon aria-hidden="true" />
      <div className={css.text}>
        <p className={css.title}>{title}</p>
        {detail && <p className={css.detail}>{detail}</p>}
        {prepare.length > 0 && (
          <div className={css.detail}>
            <p>Have this ready, in case we ask:</p>
            <ul className={css.prepare}>
              {prepare.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className={css.actions}>
        {link && (
          <ButtonLink
            to={link.to}
            size="small"
            variant={isNext && kind !== 'wait' ? 'primary' : 'secondary'}
            aria-label={link.name ?? `${link.label}: ${title}`}
          >
            {link.label}
          </ButtonLink>
        )}
        {control === 'verify' ? <VerifyEmailButtons /> : control && <Forget {...control} />}
      </div>
    </li>
  );
}

const FindPractice = ({ isNext }: { isNext: boolean }) => (
  <div className={css.find}>
    <p className={css.detail}>Claim your practice's listing to edit it, or add a practice that isn't listed yet.</p>
    <div className={layout.row}>
      <ButtonLink to="/find-practice" variant={isNext ? 'primary' : 'secondary'}>
        Find and claim your practice
      </ButtonLink>
      <ButtonLink to="/add-listing">List a new one</ButtonLink>
    </div>
  </div>
);

function Forget({ forget: dentistId, name }: { forget: number; name: string }) {
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: () => api(forgetStartedClaim, { params: { id: String(dentistId) } }),
    onSuccess: () => refresh(client, '/api/user/started-claims'),
    onError: (error) => toastError(error),
  });
  return (
    <Button
      size="small"
      variant="quiet"
      busy={forget.isPending}
      aria-label={`Forget the claim of ${name}`}
      onClick={() => forget.mutate()}
    >
      Forget it
    </Button>
  );
}
