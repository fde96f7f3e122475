import { siteInfo } from '#contract/site.ts';
import type { Page } from '#ui/base/page/page.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { LegalPage, type LegalPart } from '../LegalPage.tsx';

const parts = (email: string | undefined, phone: string | undefined): LegalPart[] => [
  {
    id: 'goal',
    title: 'What we aim for',
    body: (
      <p>
        Every page should work for everyone, with a keyboard, a screen reader, large text, high contrast, or without
        animation. We follow the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.
      </p>
    ),
  },
  {
    id: 'how',
    title: 'How we check it',
    body: (
      <p>
        Automatic checks run on the public pages and dialogs in light and dark before each release, together with tests
        by keyboard and at the width of a phone. They can’t find everything, so this statement is our own assessment and
        no outside audit. Searching, profiles, and sending an appointment request also work without scripts where the
        browser allows it.
      </p>
    ),
  },
  {
    id: 'limits',
    title: 'Known limits',
    body: (
      <ul>
        <li>Photos and videos come from practices. Some have poor descriptions or no captions.</li>
        <li>Advertisements and the card form are made by others.</li>
        <li>The map shows what the list next to it says. Please use the list if the map is hard to use.</li>
      </ul>
    ),
  },
  {
    id: 'contact',
    title: 'Tell us',
    body: (
      <p>
        If something doesn’t work for you, <Link to="/contact">write to us</Link>
        {email && (
          <>
            , send an email to <Link to={`mailto:${email}`}>{email}</Link>
          </>
        )}
        {phone && `, or call ${phone}`}. Say which page it was and what you use, and we’ll help you in the meantime. We
        answer within 24 hours.
      </p>
    ),
  },
];

function Accessibility() {
  const { data: site } = useReply(queryOf(siteInfo, {}));
  return (
    <LegalPage
      title="Accessibility Statement"
      path="/accessibility"
      description="What {brand} does so that everyone can use it, what doesn't work yet, and how to tell us."
      intro="What works, what doesn’t yet, and how to reach us."
      parts={parts(site?.supportEmail, site?.supportPhone)}
    />
  );
}
export const page: Page = { Component: Accessibility };
