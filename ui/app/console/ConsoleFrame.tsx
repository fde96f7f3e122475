import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { useMay } from '#ui/admin/use-may.ts';
import { signOut } from '#ui/base/session.ts';
import { LoginForm } from '#ui/accounts/sign-in/LoginForm.tsx';
import { addFiles, closeAllFiles } from '#ui/bulk/console/files-store.ts';
import { showFileError } from '#ui/bulk/console/show-file-error.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import type { OpenFile } from '#ui/base/platform/console.ts';
import { usePlatform, useStaffConsole } from '#ui/base/platform/platform.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { ConsoleBar } from './ConsoleBar.tsx';
import { ConfirmLogout } from './ConfirmLogout.tsx';
import { ConsoleLogin } from './ConsoleLogin.tsx';
import { DropTarget } from './DropTarget.tsx';
import { FirstServer } from './FirstServer.tsx';
import { ProxyDialog } from './ProxyDialog.tsx';
import { RemoveServer } from './RemoveServer.tsx';
import { TableSaveProvider } from '#ui/base/TableSaveProvider.tsx';
import { UpdateDialog } from './UpdateDialog.tsx';
import { VersionMismatch } from './VersionMismatch.tsx';

/** Asks for a server and a login, then shows the page. The page stays mounted when the session ends. */
export function ConsoleFrame() {
  return (
    <>
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
  if (update) return <VersionMismatch server={server} message={update.message} />;
  if (isSignedOut) return <ConsoleLogin />;
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

/** Covers the page after the session ended, so that the person can continue after logging in. */
function LoginDialog() {
  const { openExternal } = usePlatform();
  const { server, servers } = useConsoleState();
  const email = servers.find(({ origin }) => origin === server)?.email ?? '';
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

/** Reloads the claim queue when a sync or a sent decision has changed it. */
function useQueueRefresh(): void {
  const client = useQueryClient();
  const staffConsole = useStaffConsole();
  useEffect(() => {
    const readVersion = () => {
      const { outbox, snapshot } = staffConsole.state();
      return `${outbox.waiting} ${outbox.conflicts.length} ${snapshot.asOf}`;
    };
    let lastVersion = readVersion();
    return staffConsole.watch(() => {
      const version = readVersion();
      if (version !== lastVersion) void refresh(client, '/api/admin/claim-requests');
      lastVersion = version;
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
      else if (event.kind === 'command' && event.name === 'palette')
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
      else if (event.kind === 'command' && event.name === 'logout' && staffConsole.state().signedIn) void signOut();
    });
  }, [staffConsole, navigate]);
}
