import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Page } from '#ui/app/page.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { LegalPage, type LegalPart } from './LegalPage.tsx';

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

const retention = [
  ['Accounts', 'until deletion, or after 3 years of inactivity'],
  ['Transactions', '7 years'],
  ['Communication logs', '2 years'],
  ['Appointment requests', '90 days after the last change; then only the count stays'],
  ['Analytics', 'anonymised after 2 years'],
] as const;

const parts: LegalPart[] = [
  {
    id: 'collect',
    title: 'What we collect',
    body: (
      <ul>
        <li>
          <strong>From visitors:</strong> pages viewed, searches made and buttons used, tied to a random number that
          lasts as long as the tab. IP addresses are shortened at once. If you tap “Use my location,” your position,
          rounded to about a kilometer, is used once to find your ZIP code and is not stored.
        </li>
        <li>
          <strong>From accounts:</strong> name, email address, a password that is stored only as a hash, and the plan.
        </li>
        <li>
          <strong>From practices:</strong> what they publish on their listing, and documents they send to prove a claim.
          Only our reviewers see those documents.
        </li>
        <li>
          <strong>From appointment requests:</strong> your name, email address or phone number, preferred times,
          service, insurance plan, and whether you are a new patient. Only the practice that you chose sees them, and
          our staff if they look into abuse, which is recorded. We ask for no medical details. The link in our email
          lets you see, download, and delete your request.
        </li>
        <li>
          <strong>From callers:</strong> if you tell us whether a practice answered, we add one to a sum by practice and
          month. Nothing links the answer to you, your device, or your visit.
        </li>
        <li>
          <strong>From messages:</strong> what you write to us and the address to answer to.
        </li>
      </ul>
    ),
  },
  {
    id: 'device',
    title: 'What stays on your device',
    body: (
      <p>
        Your shortlist, the practices you compare and your choice of light or dark are kept by your browser. So are the
        last call you started here, and for a week the practices we asked you about. They are not sent to us as a
        profile of you. If you log in, your shortlist is also saved to your account, so that you find it on your other
        devices. A link you share shows the practices on the list to anyone who has it, does not say who shared it, and
        stops working when no one has opened it for 180 days.
      </p>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    body: (
      <p>
        To show the directory, to keep accounts and payments working, to answer you, to review claims and to understand
        which parts of the site help. We do not sell personal information.
      </p>
    ),
  },
  {
    id: 'share',
    title: 'Who else sees it',
    body: (
      <p>
        Card payments are made with a card payment provider, which receives what it needs to charge a card. Otherwise
        only those who run the service for us, bound by contract, and authorities where the law compels us.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <table>
        <tbody>
          {retention.map(([what, long]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{long}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ),
  },
  {
    id: 'deletion',
    title: 'What deleting your account removes',
    body: (
      <>
        <p>
          Your name, email address, logins, claim documents, searches, and the messages from your verified address are
          removed at once, also from notes about your claims, from our record of staff actions, and at the payment
          provider. We keep:
        </p>
        <ul>
          <li>your practices' public listings, without an owner</li>
          <li>payments, for 7 years, without your name</li>
          <li>that someone sent an appointment request, without who</li>
          <li>privacy requests, for 2 years after we close them, as proof that we answered</li>
          <li>backups, for 2 weeks, and encrypted emails that could not be delivered, for 2 years</li>
        </ul>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You may ask what we hold about you, have it corrected, exported, or deleted. Requests are answered within 30
          days. With an account, you can export your data yourself from <Link to="/account">your account</Link>; you may
          also write to us from the <Link to="/contact">contact page</Link>, or send your request here.
        </p>
        <details>
          <summary>Send a privacy request</summary>
          <Request />
        </details>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        Enamel is not meant for children under 13, and we do not knowingly collect their information. If you believe a
        child has given us any, tell us, and we’ll delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: <p>When this policy changes in a material way, we say so here 30 days before it takes effect.</p>,
  },
];

const Privacy = () => (
  <LegalPage
    title="Privacy Policy"
    path="/privacy"
    description="What Enamel collects, what it is used for, how long it is kept, and how to have it deleted."
    updated="June 1, 2025"
    intro="What we know about you, why, and for how long."
    parts={parts}
  />
);
export const page: Page = { Component: Privacy };
