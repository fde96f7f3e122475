import { lazy, Suspense, useRef } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { siteInfo } from '#contract/site.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { AdHead, AdSlot } from '#ui/ads/AdSlot.tsx';
import { CallQuestion } from '#ui/calls/CallQuestion.tsx';
import { Tracking } from '#ui/insights/Tracking.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { Header } from './Header.tsx';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import { useUser } from '#ui/base/session.ts';
import { useKeepTyped } from '#ui/base/page/keep-typed.ts';
import css from './Shell.module.css';

const FailedPaymentBanner = lazy(() => import('#ui/billing/FailedPaymentBanner.tsx'));
export const StatusBanner = lazyDeferred(() => import('#ui/status/StatusBanner.tsx'));
export const Footer = lazyDeferred(() => import('./Footer.tsx'));

/** Header, page, and footer of every public page. */
export function Shell() {
  const { data: site } = useReply(queryOf(siteInfo, {}));
  const failedPayment = useUser()?.failedPayment;
  const shell = useRef<HTMLDivElement>(null);
  useKeepTyped(shell);
  return (
    <div ref={shell} className={css.shell}>
      {/* Search engines must not take invented practices for real ones. */}
      {site?.sampleData && <meta name="robots" content="noindex" />}
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <AdHead />
      {site?.banner && (
        <Deferred>
          <StatusBanner banner={site.banner} />
        </Deferred>
      )}
      <Header />
      {failedPayment && (
        <Suspense fallback={null}>
          <FailedPaymentBanner payment={failedPayment} />
        </Suspense>
      )}
      <AdSlot slot="header" />
      <main id="content" tabIndex={-1} className={css.main}>
        <Outlet />
      </main>
      <AdSlot slot="footer" />
      <Deferred>
        <Footer />
      </Deferred>
      <Toaster />
      <Tracking />
      <CallQuestion />
      <ScrollRestoration />
    </div>
  );
}
