import { Settings2 } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { can, type Permission } from '#shared/permissions.ts';
import { signOut, useUser } from '#ui/base/session.ts';
import type { Command } from '#ui/kit/overlays/CommandPalette.tsx';
import { setTheme } from '#ui/kit/styles/theme.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { useNavigation } from './console-nav.tsx';
import { settingsScreens } from '#ui/admin/settings.ts';

/** The commands of the command palette that the person's role may run. */
export function useCommands(): Command[] {
  const navigate = useNavigate();
  const platform = usePlatform();
  const role = useUser()?.role;
  const { places } = useNavigation();
  return useMemo(() => {
    const commandFor = (permission: Permission, command: Command) => (can(role, permission) ? [command] : []);
    const go = (to: string) => () => void navigate(to);
    return [
      ...places.map(({ id, label, to, icon: Icon, keys, keywords }) => ({
        id,
        label,
        group: 'Go to',
        keywords: keywords ?? '',
        icon: <Icon size={16} aria-hidden="true" />,
        ...(keys && { shortcut: keys }),
        run: go(to),
      })),
      ...settingsScreens.flatMap(({ to, permission, settings }) =>
        settings.flatMap(([label, keywords = '']) =>
          commandFor(permission, {
            id: `setting-${label}`,
            label,
            group: 'Settings',
            keywords,
            icon: <Settings2 size={16} aria-hidden="true" />,
            run: go(to),
          }),
        ),
      ),
      ...commandFor('listings.manage', {
        id: 'new-listing',
        label: 'Create a listing',
        group: 'Do',
        keywords: 'add new dentist',
        run: go('/admin/listings?create=1'),
      }),
      ...commandFor('articles.write', {
        id: 'new-article',
        label: 'Create an article',
        group: 'Do',
        keywords: 'write new',
        run: go('/admin/topics?new=1'),
      }),
      ...commandFor('inbox.work', {
        id: 'new-privacy-request',
        label: 'Add a privacy request',
        group: 'Do',
        run: go('/admin/privacy?new=1'),
      }),
      ...commandFor('staff.manage', {
        id: 'invite-staff',
        label: 'Invite a staff member',
        group: 'Do',
        run: go('/admin/staff?invite=1'),
      }),
      ...commandFor('listings.manage', {
        id: 'restore',
        label: 'Restore a deleted listing',
        group: 'Do',
        run: go('/admin/listings?deleted=1'),
      }),
      ...(platform.staffConsole
        ? [
            {
              id: 'desk-servers',
              label: 'Servers',
              group: 'Go to',
              keywords: 'add',
              run: go('/admin/desk/settings#servers'),
            },
          ]
        : []),
      { id: 'light', label: 'Light theme', group: 'Look', run: () => setTheme('light') },
      { id: 'dark', label: 'Dark theme', group: 'Look', run: () => setTheme('dark') },
      { id: 'system-theme', label: 'System theme', group: 'Look', run: () => setTheme('system') },
      { id: 'print', label: 'Print this screen', group: 'Do', run: () => platform.print() },
      { id: 'site', label: 'View the site', group: 'Go to', run: go('/') },
      { id: 'logout', label: 'Logout', group: 'Do', run: () => void signOut() },
    ];
  }, [navigate, platform, places, role]);
}
