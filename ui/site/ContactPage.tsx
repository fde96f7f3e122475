import { useSite } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ContactPage.module.css';

const ContactForm = lazyDeferred(() => import('./ContactForm.tsx'));
const OtherWays = lazyDeferred(() => import('./OtherWays.tsx'));

function Contact() {
  const { publicUrl, brand } = useSite();
  return (
    <div className={layout.page}>
      <Head
        title="Contact"
        description={`Write to ${brand}'s support: help for patients and practices, answered within 24 hours.`}
        canonical="/contact"
        jsonLd={{ '@context': 'https://schema.org', '@type': 'ContactPage', url: `${publicUrl}/contact` }}
      />
      <header className={layout.head}>
        <h1>Contact us</h1>
        <p className={layout.lead}>A person reads every message. We answer within 24 hours.</p>
      </header>
      <div className={css.columns}>
        <section aria-labelledby="write" className={css.form}>
          <h2 id="write" className={css.formTitle}>
            Send us a message
          </h2>
          <Deferred>
            <ContactForm />
          </Deferred>
        </section>
        <Deferred>
          <OtherWays />
        </Deferred>
      </div>
    </div>
  );
}

export const page: Page = { Component: Contact, deferred: [ContactForm, OtherWays] };
