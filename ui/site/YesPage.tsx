import { useNavigate } from 'react-router-dom';
import { Notice } from '#ui/base/page/Notice.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { layout } from '#ui/kit/layout.ts';

function Yes() {
  const navigate = useNavigate();
  const back = () => void (history.length > 1 ? navigate(-1) : navigate('/'));
  return (
    <Notice
      className={layout.page}
      scene="done"
      title="Yes!"
      actions={
        <Button variant="primary" onClick={back}>
          Go Back
        </Button>
      }
    >
      <p>Success</p>
    </Notice>
  );
}

export const page: Page = { Component: Yes };
