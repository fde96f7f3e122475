import { useEffect } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { Notice } from '../base/page/Notice.tsx';

export default function ServerTrouble({ error }: { error: unknown }) {
  // Reloads as soon as the browser is online again.
  useEffect(() => {
    if (navigator.onLine) return;
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <Notice
      scene="trouble"
      title="Something went wrong"
      actions={
        <Button variant="primary" onClick={() => location.reload()}>
          Try again
        </Button>
      }
    >
      <p>{sentenceOf(error, 'This page could not be shown. Please try again.')}</p>
    </Notice>
  );
}
