import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '#ui/accounts/session.ts';
import type { Command } from '#ui/kit/overlays/CommandPalette.tsx';
import { setTheme } from '#ui/kit/styles/theme.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { useNavigation } from './console-nav.tsx';

/** The commands of the command palette. */
export function useCommands(): Command[] {
  const navigate = useNavigate();
  const platform = usePlatform();
  const { places } = useNavigation();
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to);
    return [
      ...places.map(({ id, label, to, icon: Icon, keys, keywords }) => ({
        id,
        label,
        group: 'Go to',
        keywords: keywords ?? '',
        icon: <Icon size={16} aria-hidden="true" />,
        shortcut: keys,
        run: go(to),
      })),
      {
        id: 'new-article',
        label: 'Create an article',
        group: 'Do',
        keywords: 'write new',
        run: go('/admin/topics?new=1'),
      },
      { id: 'brands', label: 'AI Brands', group: 'Go to', run: go('/admin?sub=brands') },
      { id: 'ads', label: 'AdSense Settings', group: 'Go to', run: go('/admin?tab=system&sub=ads') },
      { id: 'security', label: 'Security & Backup', group: 'Go to', run: go('/admin?tab=system&sub=security') },
      { id: 'exports', label: 'Data Exports', group: 'Go to', run: go('/admin?tab=analytics&sub=exports') },
      { id: 'restore', label: 'Restore a deleted listing', group: 'Do', run: go('/admin/listings?deleted=1') },
      ...(platform.staffConsole
        ? [{ id: 'desk-servers', label: 'Servers', group: 'Go to', keywords: 'add', run: go('/admin/desk/servers') }]
        : [{ id: 'csv', label: 'CSV Import', group: 'Go to', keywords: 'data upload', run: go('/admin?sub=data') }]),
      { id: 'light', label: 'Light theme', group: 'Look', run: () => setTheme('light') },
      { id: 'dark', label: 'Dark theme', group: 'Look', run: () => setTheme('dark') },
      { id: 'system-theme', label: 'System theme', group: 'Look', run: () => setTheme('system') },
      { id: 'print', label: 'Print this screen', group: 'Do', run: () => platform.print() },
      { id: 'site', label: 'View the site', group: 'Go to', run: go('/') },
      { id: 'logout', label: 'Logout', group: 'Do', run: () => void signOut() },
    ];
  }, [navigate, platform, places]);
}
