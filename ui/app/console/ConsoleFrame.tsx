import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { LoginForm } from '#ui/accounts/LoginForm.tsx';
import { addFiles, putAllAway } from '#ui/bulk/console/files-store.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ConsoleRefusal, type OpenFile } from '#ui/platform/console.ts';
import { usePlatform, useStaffConsole } from '#ui/platform/platform.ts';
import { refresh } from '#ui/platform/query.ts';
import { ConsoleBar } from './ConsoleBar.tsx';
import { DropTarget } from './DropTarget.tsx';
import { ForgetServer } from './ForgetServer.tsx';
import { Leaving } from './Leaving.tsx';
import { NewerSheet } from './NewerSheet.tsx';
import { Outdated } from './Outdated.tsx';
import { SavesTables } from './SavesTables.tsx';
import { ServerPick } from './ServerPick.tsx';
import { SignIn } from './SignIn.tsx';
import { useConsoleState } from './use-console-state.ts';

/** First the server, then the person; from then on the console, whatever becomes of either. */
export function ConsoleFrame() {
  const { server, signedIn, ended, update } = useConsoleState();
  useCommands();
  useFreshQueue();
  const away = !signedIn && !ended;
  const was = useRef(true);
  useEffect(() => {
    // Whoever comes next finds nothing of the one who left.
    if (away && !was.current) putAllAway();
    was.current = away;
  }, [away]);
  if (!server) return <ServerPick />;
  if (update) return <Outdated server={server} message={update.message} />;
  if (away) return <SignIn />;
  return (
    <>
      <SavesTables>
        <Outlet />
      </SavesTables>
      <ConsoleBar />
      <DropTarget />
      <Leaving />
      <NewerSheet />
      {ended && <SignInSheet />}
    </>
  );
}

/** Over what somebody was doing: it stays as it is underneath, and goes on afterwards. */
function SignInSheet() {
  const { openExternal } = usePlatform();
  const { server, servers } = useConsoleState();
  const known = servers.find(({ origin }) => origin === server)?.email ?? '';
  return (
    <Dialog
      open
      width="narrow"
      title="Please sign in again"
      description="Your sign-in has ended. Nothing you were doing is lost; it goes on as soon as you are back."
    >
      <LoginForm first known={known} onForgot={() => openExternal(`${server}/auth?reset=1`)} />
      {server && <ForgetServer origin={server} />}
    </Dialog>
  );
}

/** The queue is read again when something has come in or gone out behind it. */
function useFreshQueue(): void {
  const client = useQueryClient();
  const staffConsole = useStaffConsole();
  useEffect(() => {
    const standing = () => {
      const { outbox, snapshot } = staffConsole.state();
      return `${outbox.waiting} ${outbox.conflicts.length} ${snapshot.asOf}`;
    };
    let was = standing();
    return staffConsole.watch(() => {
      const now = standing();
      if (now !== was) void refresh(client, '/api/admin/claim-requests');
      was = now;
    });
  }, [client, staffConsole]);
}

/** What menus, links from outside and opened files ask for. */
function useCommands(): void {
  const staffConsole = useStaffConsole();
  const navigate = useNavigate();
  useEffect(() => {
    const take = (files: readonly OpenFile[]) => {
      addFiles(files);
      if (files.length > 0) void navigate('/admin/desk/import');
    };
    return staffConsole.listen((event) => {
      if (event.kind === 'go') void navigate(event.to);
      else if (event.kind === 'say') toast({ title: event.title, description: event.message });
      else if (event.kind === 'files') take(event.files);
      else if (event.kind === 'command' && event.name === 'import')
        void staffConsole.chooseFiles().then(take, notTaken);
      else if (event.kind === 'command' && event.name === 'palette')
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    });
  }, [staffConsole, navigate]);
}

const notTaken = (error: unknown) =>
  toast({
    title: 'Not a CSV file',
    description: error instanceof ConsoleRefusal ? error.message : 'This file cannot be opened.',
    variant: 'destructive',
  });
