import { useQuery } from '@tanstack/react-query';
import { myGroups } from '#contract/groups/groups.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './GroupLinks.module.css';

/** The groups of a person on their dashboard. Without any, those who may have one can start there. */
export function GroupLinks() {
  const { data } = useQuery({ ...queryOf(myGroups, {}), staleTime: 0 });
  if (!data || (data.groups.length === 0 && !data.mayCreate)) return null;
  return (
    <Card as="section" aria-labelledby="groups" className={layout.stack}>
      <div className={layout.between}>
        <h2 id="groups" className={css.title}>
          Groups
        </h2>
        <ButtonLink to="/dashboard/groups" size="small">
          {data.groups.length === 0 ? 'Create a group' : data.mayCreate ? 'All groups' : 'Your groups'}
        </ButtonLink>
      </div>
      {data.groups.length === 0 ? (
        <p className={layout.muted}>For several locations: give people roles, and change all of them at once.</p>
      ) : (
        <ul className={layout.tight}>
          {data.groups.map(({ id, name, locations }) => (
            <li key={id}>
              <Link to={`/dashboard/groups/${id}`}>{name}</Link>{' '}
              <span className={layout.note}>{countOf(locations, ['location', 'locations'])}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
