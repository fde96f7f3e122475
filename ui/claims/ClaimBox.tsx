import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { myClaims } from '#contract/claims/claims.ts';
import { authPath, useSession } from '#ui/base/session.ts';
import { UpgradeDialog } from '#ui/billing/UpgradeDialog.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { claimPath } from './claim-path.ts';
import css from './ClaimBox.module.css';

const ClaimDialog = lazy(() => import('./ClaimDialog.tsx'));

interface Claimable {
  id: number;
  name: string;
  claimed: boolean;
}

/** Invites the visitor to claim an unclaimed listing. */
export function ClaimBox({ listing }: { listing: Claimable }) {
  const { user, isReady } = useSession();
  if (listing.claimed) return null;
  return (
    <Card as="section" tone="wash" aria-labelledby="claim" className={css.box}>
      <h2 id="claim">Claim This Practice</h2>
      <p>Is this your practice? Claim it to confirm details and keep them up to date.</p>
      {/* Most visitors are not signed in, so their button is shown until the session has loaded. */}
      {user && isReady ? <RequestToClaim listing={listing} /> : <LoginToClaim listing={listing} />}
      <noscript>
        <p>
          Logged in already? <a href={claimPath(listing.id)}>Continue with your claim</a>
        </p>
      </noscript>
    </Card>
  );
}

/** A login leads back to this box, and a new account to the plans, which its claim needs. */
function LoginToClaim({ listing }: { listing: Claimable }) {
  return (
    <>
      <ButtonLink to={authPath(`/profile/${listing.id}#claim`)} variant="primary">
        Login to Claim
      </ButtonLink>
      <p>
        New here? <Link to={`${authPath(claimPath(listing.id))}&tab=signup`}>Create an account</Link>
      </p>
    </>
  );
}

function RequestToClaim({ listing }: { listing: Claimable }) {
  const canClaim = useSession(({ user }) => user?.canClaimPractice ?? false);
  const [open, setOpen] = useState(false);
  const { data: claims } = useQuery(queryOf(myClaims, {}));
  const pendingClaim = claims?.find((claim) => claim.dentistId === listing.id && claim.status === 'pending');
  if (pendingClaim)
    return (
      <>
        <p className={css.pending}>Your claim request is under review.</p>
        <ButtonLink to="/dashboard#claims">Track its progress</ButtonLink>
      </>
    );
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Request to Claim
      </Button>
      {open && canClaim && (
        <Suspense fallback={null}>
          <ClaimDialog listing={listing} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      {!canClaim && <UpgradeDialog open={open} onOpenChange={setOpen} next={claimPath(listing.id)} />}
    </>
  );
}
