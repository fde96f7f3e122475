import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { mergeListings, publishListing } from '#contract/listings/admin-listings.ts';
import { can } from '#shared/permissions.ts';
import { useUser } from '#ui/base/session.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { Comparison } from './ClaimComparison.tsx';

type Match = NonNullable<ClaimDossier['matches']>[number];

/** A held listing next to the public ones that it matches. Staff publish it, or merge it into one of them. */
export function HeldMatches({ claim }: { claim: ClaimDossier }) {
  const { matches, listing, dentist } = claim;
  const client = useQueryClient();
  const user = useUser();
  const decide = useMutation({
    mutationFn: async (into: Match | null) => {
      const held = { id: String(listing.id) };
      if (into === null) await api(publishListing, { params: held });
      else await api(mergeListings, { params: { id: String(into.id) }, body: { otherId: listing.id } });
    },
    async onSuccess(_, into) {
      const description = into
        ? `Merged into ${into.name}. You can undo this in its history.`
        : `${listing.name} is public now.`;
      toast({ title: 'Success', description, variant: 'good' });
      await refresh(client, '/api/admin/claim-requests', '/api/admin/listings', '/api/admin/tables', '/api/dentists');
    },
    onError: (error) => toastError(error),
  });
  if (!matches || matches.length === 0) return null;
  const place = [dentist.city, [dentist.state, dentist.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <h3>Is it one of these?</h3>
        <Button size="small" busy={decide.isPending} onClick={() => decide.mutate(null)}>
          No, publish it
        </Button>
      </div>
      {matches.map((match) => (
        <div key={match.id} className={layout.stack}>
          <Comparison
            titles={[
              'Not public yet',
              <>
                <Link to={match.href}>Listing {match.id}</Link>
                {match.claimed ? ', which has an owner' : ''}
              </>,
            ]}
            fields={[
              ['Name', listing.name, match.name],
              ['Address', [dentist.address, place].filter(Boolean).join(', ') || '—', match.address || '—'],
              ['Phone', listing.phone || '—', match.phone || '—'],
              ['Website', listing.website || '—', match.website || '—'],
            ]}
          />
          <div className={layout.between}>
            <span className={layout.muted}>{match.why}</span>
            {can(user?.role, 'listings.manage') && (
              <Button size="small" busy={decide.isPending} onClick={() => decide.mutate(match)}>
                Merge into listing {match.id}
              </Button>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}
