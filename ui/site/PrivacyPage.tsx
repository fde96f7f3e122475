import { sendPrivacyRequest } from '#contract/accounts/privacy.ts';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import { policies } from '#contract/policies/policies.ts';
import { privacyPolicy } from '#contract/policies/privacy-policy.ts';
import type { Page } from '#ui/base/page/page.ts';
import { callOf, usePostedForm, useWasSent } from '#ui/base/forms/posted-form.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { PolicyPage } from './policies/PolicyPage.tsx';

const PrivacyRequestForm = lazyDeferred(() => import('#ui/insights/PrivacyRequestForm.tsx'));

/** Open once the browser has posted the form by itself, so that its errors or its confirmation show. */
function Request() {
  const posted = usePostedForm(callOf(sendPrivacyRequest));
  const wasSent = useWasSent();
  return (
    <details open={posted !== null || wasSent}>
      <summary>Send a privacy request</summary>
      <div style={{ paddingTop: 'var(--space-4)' }}>
        <Deferred>
          <PrivacyRequestForm />
        </Deferred>
      </div>
    </details>
  );
}

const rights = (
  <>
    <p>
      With an account, you can export your data yourself from <Link to="/account">your account</Link>; you may also
      write to us from the <Link to="/contact">contact page</Link>, or send your request here. What counts as health
      data has <Link to="/consumer-health-data">a page of its own</Link>.
    </p>
    <Request />
  </>
);

const Privacy = () => (
  <PolicyPage
    title="Privacy Policy"
    path="/privacy"
    description="What {brand} collects, what it is used for, how long it is kept, and how to have it deleted."
    intro="What we know about you, why, and for how long."
    policy="privacy"
    partsOf={privacyPolicy}
    extras={{ rights }}
  />
);
export const page: Page = {
  Component: Privacy,
  deferred: [PrivacyRequestForm],
  load: ({ call, prefetch }) => prefetch(queryOf(policies, {}, call)),
};
