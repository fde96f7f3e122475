import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { acceptOwnSuggestion, declineOwnSuggestion, ownSuggestions, type Suggestion } from '#contract/suggestions.ts';
import { myListings } from '#contract/listings/own-listings.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { SuggestedValues, SuggestionSource } from './SuggestionParts.tsx';

/** Values that the website of a listing states and the listing lacks, for its owner to accept or decline. */
export function OwnSuggestions({ id }: { id: number }) {
  const params = { id: String(id) };
  const { data } = useQuery({ ...queryOf(ownSuggestions, { params }), staleTime: 0 });
  if (!data || data.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="suggestions-title" className={layout.stack}>
      <h2 id="suggestions-title">From your website</h2>
      <p className={layout.note}>Patients see these only if you add them.</p>
      {data.map((suggestion) => (
        <OwnSuggestion key={suggestion.id} id={id} suggestion={suggestion} />
      ))}
    </Card>
  );
}

function OwnSuggestion({ id, suggestion }: { id: number; suggestion: Suggestion }) {
  const client = useQueryClient();
  const params = { id: String(id), suggestion: String(suggestion.id) };
  const accept = useMutation({
    mutationFn: () => api(acceptOwnSuggestion, { params }),
    onSuccess(next) {
      client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) => (item.id === next.id ? next : item)),
      );
      toast({ title: 'Added to your listing', variant: 'good' });
      void refresh(client, '/api/dentists', '/location', '/api/user/home', `/api/user/dentists/${id}/`);
    },
    onError: (error) => toastError(error, 'Not added'),
  });
  const decline = useMutation({
    mutationFn: () => api(declineOwnSuggestion, { params }),
    onSettled: () => refresh(client, `/api/user/dentists/${id}/suggestions`),
    onError: (error) => toastError(error, 'Not declined'),
  });
  return (
    <div className={layout.tight}>
      <SuggestedValues suggestion={suggestion} />
      <SuggestionSource suggestion={suggestion} />
      <div className={layout.row}>
        <Button size="small" variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
          Add to listing
        </Button>
        <Button size="small" busy={decline.isPending} onClick={() => decline.mutate()}>
          Decline
        </Button>
      </div>
    </div>
  );
}
