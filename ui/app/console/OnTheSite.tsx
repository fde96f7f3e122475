import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { usePlatform } from '#ui/platform/platform.ts';
import { useConsoleState } from './use-console-state.ts';

/** Public pages are not in the console; they open in the browser. */
export function OnTheSite() {
  const { pathname, search } = useLocation();
  const { server } = useConsoleState();
  const { openExternal } = usePlatform();
  const navigate = useNavigate();
  return (
    <EmptyState
      heading="h1"
      title="This page is on the web site"
      actions={
        <>
          <Button variant="primary" onClick={() => openExternal(server + pathname + search)}>
            Open in the browser
          </Button>
          <Button onClick={() => void navigate(-1)}>Back</Button>
        </>
      }
    >
      The console shows what staff work with. Everything the public sees opens in your browser.
    </EmptyState>
  );
}
