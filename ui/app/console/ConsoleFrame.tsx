import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { useBrand } from '#ui/base/page/App.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import { signOut } from '#ui/base/session.ts';
import { LoginForm } from '#ui/accounts/sign-in/LoginForm.tsx';
import { addFiles, closeAllFiles } from '#ui/bulk/console/files-store.ts';
import { showFileError } from '#ui/bulk/console/show-file-error.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { pressPaletteKey } from '#ui/kit/overlays/CommandPalette.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import type { OpenFile } from '#ui/base/platform/console.ts';
import { usePlatform, useStaffConsole } from '#ui/base/platform/platform.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { ConsoleBar } from './ConsoleBar.tsx';
import { DropTarget } from './DropTarget.tsx';
import { ProxyDialog } from './ProxyDialog.tsx';
import { RemoveServer } from './RemoveServer.tsx';
import { TableSaveProvider } from '#ui/base/TableSaveProvider.tsx';
import { TitleBar } from './TitleBar.tsx';
import { UpdateDialog } from './UpdateDialog.tsx';
import { VersionMismatch } from './VersionMismatch.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import css from './ConsoleFrame.module.css';
import { LockedDecisions } from './LockedDecisions.tsx';
import { ServerChoices } from './ServerChoices.tsx';
import { NO_KEYCHAIN } from './storage-texts.ts';
import { WelcomeFrame } from './WelcomeFrame.tsx';
import { ServerForm } from './ServerForm.tsx';

/** Asks a new console for its server. */
function FirstServer() {
  const brand = useBrand();
  return (
    <WelcomeFrame
      documentTitle={brand}
      heading={`Welcome to ${brand}`}
      subtitle={<p>This is the staff console. Enter your server’s address.</p>}
    >
      <Card tone="lifted">
        <ServerForm action="Continue" first />
      </Card>
    </WelcomeFrame>
  );
}

function ConsoleLogin() {
  const brand = useBrand();
  const { openExternal } = usePlatform();
  const { server, link, problem, snapshot } = useConsoleState();
  const email = useLastEmail();
  return (
    <WelcomeFrame
      documentTitle={`Login · ${brand}`}
      heading={brand}
      subtitle={<p className={css.server}>{server && new URL(server).host}</p>}
    >
      <Card tone="lifted">
        {link === 'offline' && (
          <Callout tone="warn" title="The server can’t be reached" className={css.offline}>
            {problem ?? 'You can log in as soon as it’s back.'}
          </Callout>
        )}
        <LoginForm onlyForm email={email} onForgot={() => openExternal(`${server}/auth?reset=1`)} />
        <LockedDecisions className={css.locked} isShort={false} />
        {!snapshot.onDisk && <p className={css.storageNotice}>{NO_KEYCHAIN}</p>}
      </Card>
      <ServerChoices />
      <Toaster />
    </WelcomeFrame>
  );
}

/** Asks before a logout that would lose unsent decisions. */
function ConfirmLogout() {
  const staffConsole = useStaffConsole();
  const { waiting, held } = useConsoleState().outbox;
  const isOpen = useSyncExternalStore(staffConsole.watch, staffConsole.isConfirmingLogout);
  const unsent = waiting + held;
  return (
    <Confirm
      open={isOpen}
      onOpenChange={(open) => !open && staffConsole.answerLogout(false)}
      title={unsent === 1 ? 'Discard the unsent decision?' : `Discard the ${unsent} unsent decisions?`}
      description={
        unsent === 1
          ? 'It hasn’t reached the server yet. Logging out erases it from this computer.'
          : 'They haven’t reached the server yet. Logging out erases them from this computer.'
      }
      cancel="Stay"
      action="Log out and discard"
      danger
      onConfirm={() => staffConsole.answerLogout(true)}
    />
  );
}

/** Asks for a server and a login, then shows the page. The page stays mounted when the session ends. */
export function ConsoleFrame() {
  return (
    <>
      <TitleBar />
      <ConsolePage />
      <ProxyDialog />
    </>
  );
}

function ConsolePage() {
  const { server, signedIn, ended, update } = useConsoleState();
  const mayImport = useMay('imports.manage');
  useMainProcessEvents();
  useQueueRefresh();
  const isSignedOut = !signedIn && !ended;
  const wasSignedOut = useRef(true);
  useEffect(() => {
    // The next person must not see the files of the previous one.
    if (isSignedOut && !wasSignedOut.current) closeAllFiles();
    wasSignedOut.current = isSignedOut;
  }, [isSignedOut]);
  if (!server) return <FirstServer />;
  if (isSignedOut) return update ? <VersionMismatch server={server} message={update.message} /> : <ConsoleLogin />;
  return (
    <>
      <TableSaveProvider>
        <Outlet />
      </TableSaveProvider>
      <ConsoleBar />
      {mayImport && <DropTarget />}
      <ConfirmLogout />
      <UpdateDialog />
      {ended && <LoginDialog />}
    </>
  );
}

/** The email of the last login at this server. */
function useLastEmail(): string {
  const { server, servers } = useConsoleState();
  return servers.find(({ origin }) => origin === server)?.email ?? '';
}

/** Covers the page after the session ended, so that the person can continue after logging in. */
function LoginDialog() {
  const { openExternal } = usePlatform();
  const { server } = useConsoleState();
  const email = useLastEmail();
  return (
    <Dialog
      open
      width="narrow"
      title="Please log in again"
      description="Your session has ended. Log in to continue where you left off."
    >
      <LoginForm onlyForm email={email} onForgot={() => openExternal(`${server}/auth?reset=1`)} />
      {server && <RemoveServer origin={server} />}
    </Dialog>
  );
}

const inboxTables = ['messages', 'problems', 'privacy', 'newListings', 'reviews'].map(
  (name) => `/api/admin/tables/${name}/`,
);

/** Reloads the claim queue and the inboxes when a sync or a sent decision has changed it, and Home also when one was made. */
function useQueueRefresh(): void {
  const client = useQueryClient();
  const staffConsole = useStaffConsole();
  useEffect(() => {
    const readVersions = () => {
      const { outbox, snapshot } = staffConsole.state();
      const queue = `${outbox.waiting} ${outbox.conflicts.length} ${snapshot.asOf}`;
      return { queue, home: `${queue} ${outbox.held}` };
    };
    let last = readVersions();
    return staffConsole.watch(() => {
      const next = readVersions();
      if (next.queue !== last.queue)
        void refresh(client, '/api/admin/claim-requests', '/api/admin/inbox/', ...inboxTables);
      if (next.home !== last.home) void refresh(client, '/api/admin/home');
      last = next;
    });
  }, [client, staffConsole]);
}

/** Carries out menu commands, and opens links and files that the system passes to the console. */
function useMainProcessEvents(): void {
  const staffConsole = useStaffConsole();
  const navigate = useNavigate();
  useEffect(() => {
    const showFiles = (files: readonly OpenFile[]) => {
      addFiles(files);
      if (files.length > 0) void navigate('/admin/desk/import');
    };
    return staffConsole.listen((event) => {
      if (event.kind === 'go') void navigate(event.to);
      else if (event.kind === 'say') toast({ title: event.title, description: event.message });
      else if (event.kind === 'files') showFiles(event.files);
      else if (event.kind === 'command' && event.name === 'import')
        void staffConsole.chooseFiles().then(showFiles, showFileError);
      else if (event.kind === 'command' && event.name === 'palette') pressPaletteKey();
      else if (event.kind === 'command' && event.name === 'back') void navigate(-1);
      else if (event.kind === 'command' && event.name === 'forward') void navigate(1);
      else if (event.kind === 'command' && event.name === 'logout' && staffConsole.state().signedIn) void signOut();
    });
  }, [staffConsole, navigate]);
}
