import { DashboardNav } from '#ui/accounts/DashboardNav.tsx';
import { SignedIn } from '#ui/accounts/SignedIn.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { requirePayments } from './require-payments.ts';
import { layout } from '#ui/kit/layout.ts';
import { BillingCard } from './BillingCard.tsx';
import css from './BillingPage.module.css';
import { SalesPanel } from './SalesPanel.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';

/** The plan, the card on file, and every invoice. */
function BillingPage() {
  return (
    <div className={layout.page}>
      <Head title="Billing" noindex />
      <SignedIn>
        {() => (
          <>
            <DashboardNav />
            <header className={css.head}>
              <h1>Billing</h1>
            </header>
            <div className={css.columns}>
              <SalesPanel className={css.wide} />
              <SubscriptionCard />
              <BillingCard />
            </div>
          </>
        )}
      </SignedIn>
    </div>
  );
}

export const page: Page = { Component: BillingPage, load: requirePayments };
