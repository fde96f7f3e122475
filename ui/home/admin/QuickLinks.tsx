import type { Role } from '#shared/roles.ts';
import { groupsFor } from '#ui/admin/admin-nav.tsx';
import { HomeRow, HomeRows } from './HomeRow.tsx';

/** The pages of a role without an inbox, such as an analyst's. */
export const QuickLinks = ({ role }: { role: Role }) => (
  <HomeRows>
    {groupsFor(role).flatMap(({ name, places }) =>
      places
        .filter(({ id }) => id !== 'home')
        .map(({ id, label, to, icon }) => <HomeRow key={id} icon={icon} to={to} title={label} detail={name} />),
    )}
  </HomeRows>
);
