import { useLocation, useNavigate } from 'react-router-dom';
import { Head } from '#ui/base/page/Head.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';

/** Replaces public pages, which the console doesn't include. */
export function OpenOnWebsite() {
  const { pathname, search } = useLocation();
  const { server } = useConsoleState();
  const { openExternal } = usePlatform();
  const navigate = useNavigate();
  return (
    <>
      <Head title="This page is on the website" noindex />
      <EmptyState
        heading="h1"
        title="This page is on the website"
        actions={
          <>
            <Button variant="primary" onClick={() => openExternal(server + pathname + search)}>
              Open in browser
            </Button>
            <Button onClick={() => void navigate(-1)}>Back</Button>
          </>
        }
      >
        The console only has staff pages. Public pages open in your browser.
      </EmptyState>
    </>
  );
}
