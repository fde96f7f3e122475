import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getEmailDelivery, retryEmailDelivery } from '#contract/accounts/email-delivery.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './EmailProblemNotice.module.css';

/** Says that the user's address rejects our emails. Renders nothing while they arrive. */
export function EmailProblemNotice({ className }: { className?: string | undefined }) {
  const client = useQueryClient();
  const delivery = queryOf(getEmailDelivery, {});
  const problem = useQuery({ ...delivery, refetchOnMount: 'always' }).data?.problem;
  const retry = useMutation({
    mutationFn: () => api(retryEmailDelivery, {}),
    onSuccess(reply) {
      client.setQueryData(delivery.queryKey, reply);
      toast({ title: 'Email sent', description: "If it doesn't arrive, check your address.", variant: 'good' });
    },
    onError: (error) => toast({ title: 'Email not sent', description: sentenceOf(error), variant: 'destructive' }),
  });
  if (!problem) return null;
  return (
    <Callout
      tone="warn"
      title={`We couldn't deliver to ${problem.email}. Check the address.`}
      {...(className && { className })}
    >
      <p className={layout.breakable}>
        Since {formatShortLocalDate(problem.since)}, your mail server replies “{problem.reason}”. Until this is fixed,
        you only get emails about your account's security.
      </p>
      <div className={`${layout.row} ${css.actions}`}>
        <Button size="small" busy={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
        <Link to="/account#email">Change the address</Link>
      </div>
    </Callout>
  );
}
