import { useState } from 'react';
import { useBrand } from '#ui/base/page/App.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import { WatchedFolders } from '#ui/bulk/console/WatchedFolders.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { ThemeSwitch } from '#ui/kit/controls/ThemeSwitch.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { layout } from '#ui/kit/layout.ts';
import type { ConsoleSettings } from '#shared/console-state.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { Servers } from './Servers.tsx';
import css from './SettingsPage.module.css';

const trayNames = { mac: 'menu bar', windows: 'notification area', linux: 'tray' };

/** How the console behaves on this computer. Each change takes effect at once. */
function SettingsPage() {
  const brand = useBrand();
  const staffConsole = useStaffConsole();
  const { settings, system, schedule, version } = useConsoleState();
  const seesReports = useMay('analytics.read');
  const mayImport = useMay('imports.manage');
  const [isChecking, setIsChecking] = useState(false);
  const change = (changes: Partial<ConsoleSettings>) =>
    void staffConsole.changeSettings(changes).catch(() =>
      toast({
        title: 'Could not change this',
        description: 'Your computer refused it, or another program uses these keys.',
        variant: 'destructive',
      }),
    );
  const checkForUpdates = async () => {
    setIsChecking(true);
    await staffConsole.update('check').catch(() => {});
    setIsChecking(false);
  };
  return (
    <div className={css.page}>
      <Head title="Settings" noindex />
      <h1>Settings</h1>
      <Card as="section" aria-labelledby="running" className={layout.snug}>
        <h2 id="running">Running in the background</h2>
        <Switch
          label="Start when I log in to this computer"
          hint={`${brand} starts in the ${trayNames[system]} without a window.`}
          checked={settings.startsAtLogin}
          onChange={(event) => change({ startsAtLogin: event.target.checked })}
        />
        <Switch
          label={`Keep running in the ${trayNames[system]} when I close the window`}
          hint="Claims stay in sync, new ones notify you, and scheduled reports are saved on time."
          checked={settings.staysInTray}
          onChange={(event) => change({ staysInTray: event.target.checked })}
        />
        <Switch
          label={`Open the search from any program with ${system === 'mac' ? '⌘⇧Space' : 'Ctrl+Shift+Space'}`}
          hint="The console comes to the front with its search open."
          checked={settings.hasPaletteShortcut}
          onChange={(event) => change({ hasPaletteShortcut: event.target.checked })}
        />
      </Card>
      <Card as="section" aria-labelledby="appearance" className={layout.snug}>
        <h2 id="appearance">Appearance</h2>
        <div>
          <ThemeSwitch />
        </div>
      </Card>
      <Servers />
      {mayImport && <WatchedFolders />}
      {seesReports && (
        <Card as="section" aria-labelledby="scheduled" className={css.line}>
          <span>
            <h2 id="scheduled">Scheduled reports</h2>
            <span className={layout.muted}>
              {schedule.length === 0
                ? 'None yet'
                : `${schedule.length} ${schedule.length === 1 ? 'report is' : 'reports are'} saved automatically`}
            </span>
          </span>
          <ButtonLink to="/admin/desk/reports">Open reports</ButtonLink>
        </Card>
      )}
      <Card as="section" aria-labelledby="version" className={css.line}>
        <span>
          <h2 id="version">Version</h2>
          <span className={layout.muted}>
            {brand} console {version}
          </span>
        </span>
        <Button busy={isChecking} onClick={() => void checkForUpdates()}>
          Check for updates
        </Button>
      </Card>
    </div>
  );
}

export const page: Page = { Component: SettingsPage };
