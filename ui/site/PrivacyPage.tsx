import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { policies } from '#contract/policies/policies.ts';
import { privacyPolicy } from '#contract/policies/privacy-policy.ts';
import type { Page } from '#ui/app/page.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/platform/query.ts';
import { PolicyPage } from './policies/PolicyPage.tsx';

const PrivacyRequestForm = lazy(async () => ({
  default: (await import('#ui/insights/PrivacyRequestForm.tsx')).PrivacyRequestForm,
}));

/** Loaded when the visitor opens it. */
function Request() {
  const mark = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const details = mark.current?.closest('details');
    const look = () => details?.open && setOpen(true);
    look();
    details?.addEventListener('toggle', look);
    return () => details?.removeEventListener('toggle', look);
  }, []);
  return (
    <div ref={mark} style={{ paddingTop: 'var(--space-4)' }}>
      {open && (
        <Suspense fallback={<p>One moment…</p>}>
          <PrivacyRequestForm />
        </Suspense>
      )}
    </div>
  );
}

const rights = (
  <>
    <p>
      With an account, you can export your data yourself from <Link to="/account">your account</Link>; you may also
      write to us from the <Link to="/contact">contact page</Link>, or send your request here. What counts as health
      data has <Link to="/consumer-health-data">a page of its own</Link>.
    </p>
    <details>
      <summary>Send a privacy request</summary>
      <Request />
    </details>
  </>
);

const Privacy = () => (
  <PolicyPage
    title="Privacy Policy"
    path="/privacy"
    description="What Enamel collects, what it is used for, how long it is kept, and how to have it deleted."
    intro="What we know about you, why, and for how long."
    policy="privacy"
    partsOf={privacyPolicy}
    extras={{ rights }}
  />
);
export const page: Page = {
  Component: Privacy,
  load: ({ call, prefetch }) => prefetch(queryOf(policies, {}, call)),
};
