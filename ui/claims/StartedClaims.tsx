import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetStartedClaim, listStartedClaims } from '#contract/claims/started-claims.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { claimPath } from './claim-path.ts';
import css from './StartedClaims.module.css';

/** Claims that the user started on any device and has not sent. Renders nothing if there are none. */
export function StartedClaims() {
  const client = useQueryClient();
  const { data } = useQuery({ ...queryOf(listStartedClaims, {}), staleTime: 0 });
  const forget = useMutation({
    mutationFn: (id: number) => api(forgetStartedClaim, { params: { id: String(id) } }),
    onSuccess: () => refresh(client, '/api/user/started-claims'),
    onError: (error) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' }),
  });
  if (!data || data.length === 0) return null;
  return (
    <Callout title={data.length === 1 ? 'You started a claim' : `You started ${data.length} claims`}>
      <ul className={css.list}>
        {data.map(({ dentistId, name, city, state }) => (
          <li key={dentistId}>
            <span>{[name, city, state].filter(Boolean).join(', ')}</span>
            <span className={css.actions}>
              <ButtonLink
                to={claimPath(dentistId)}
                size="small"
                variant="primary"
                aria-label={`Continue the claim of ${name}`}
              >
                Continue
              </ButtonLink>
              <Button
                size="small"
                busy={forget.isPending && forget.variables === dentistId}
                aria-label={`Forget the claim of ${name}`}
                onClick={() => forget.mutate(dentistId)}
              >
                Forget it
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
