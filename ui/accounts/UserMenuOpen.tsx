import { LayoutDashboard, LogOut, Shield, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Me } from '#contract/accounts/accounts.ts';
import { isStaff } from '#shared/roles.ts';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/kit/overlays/Menu.tsx';
import { signOut } from '../base/session.ts';
import css from './UserMenuOpen.module.css';

export default function UserMenuOpen({ user }: { user: Me }) {
  const navigate = useNavigate();
  const leave = () => {
    void signOut();
    void navigate('/');
  };
  return (
    <Menu
      trigger={
        <button type="button" className={css.trigger} aria-label={`Account menu of ${user.name}`}>
          <Avatar name={user.name} size={36} />
          <span className={css.name}>{user.name}</span>
        </button>
      }
    >
      <MenuLabel>{user.email}</MenuLabel>
      <MenuItem to="/dashboard" icon={<LayoutDashboard />}>
        Dashboard
      </MenuItem>
      {isStaff(user.role) && (
        <MenuItem to="/admin" icon={<Shield />}>
          Admin
        </MenuItem>
      )}
      <MenuItem to="/account" icon={<UserRound />}>
        Account
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={leave}>
        Logout
      </MenuItem>
    </Menu>
  );
}
