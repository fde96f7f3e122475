import { useQuery } from '@tanstack/react-query';
import { listDisputes } from '#contract/billing/admin-billing.ts';
import { dollars } from '#shared/billing/plans.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { describeReason } from '#ui/accounts/admin/billing/describe-dispute.ts';
import css from './OpenDisputes.module.css';

/** The disputed payments that wait for evidence. Renders nothing if there are none. */
export function OpenDisputes() {
  const { data: disputes = [] } = useQuery({ ...queryOf(listDisputes, {}), staleTime: 0 });
  if (disputes.length === 0) return null;
  return (
    <Callout
      tone="warn"
      title={disputes.length === 1 ? 'One payment is disputed.' : `${disputes.length} payments are disputed.`}
    >
      <ul className={css.disputes}>
        {disputes.map(({ id, userId, name, cents, reason, evidenceDueAt, url }) => (
          <li key={id}>
            {userId === null ? (
              'Deleted account'
            ) : (
              <Link to={`/admin/users?open=${userId}`}>{name ?? 'Deleted account'}</Link>
            )}
            : {dollars(cents)}, {describeReason(reason)}
            {evidenceDueAt && `, evidence due ${formatShortLocalDate(evidenceDueAt)}`}
            {url && (
              <>
                {' · '}
                <a href={url} target="_blank" rel="noreferrer">
                  Answer at Stripe
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
