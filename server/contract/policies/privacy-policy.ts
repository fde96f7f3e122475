import { CONFIRMATION_LINK_DAYS } from '../confirmations.ts';
import type { PolicyFacts, PolicyPart } from './policies.ts';
import { LOG_DAYS } from '#shared/accounts/webhook-events.ts';
import { retention } from '#shared/policies/retention.ts';
import { FINGERPRINT_DAYS, INVITATION_DAYS, REFUSED_PHOTO_DAYS } from '#shared/reviews/review.ts';

const years = (n: number): string => `${n} years`;

/** The privacy policy for a site with these settings. `privacy-policy.test.ts` names the code behind each statement. */
export const privacyPolicy = ({ ads, mapTiles, payments }: PolicyFacts): readonly PolicyPart[] => [
  {
    id: 'collect',
    title: 'What we collect',
    shown: 'list',
    statements: [
      {
        id: 'visits',
        lead: 'From visitors:',
        text: 'pages viewed, searches made, practices that they showed, and links and buttons used, with the site you came from, the kind of device and browser, and the country and city, tied to a random number that lasts as long as the tab. If you are logged in, also to your account. IP addresses are shortened at once.',
      },
      {
        id: 'location',
        lead: 'Your position:',
        text: 'if you tap “Use my location,” your position, rounded to about a kilometer, is used once to find your ZIP code and is not stored.',
      },
      {
        id: 'accounts',
        lead: 'From accounts:',
        text: `name, email address, ${payments ? 'a password that is stored only as a hash, and the plan' : 'and a password that is stored only as a hash'}. If you create API keys, also their names and when each was last used; the keys are stored only as hashes. If you add webhooks, also their addresses, and what we sent there in the last ${LOG_DAYS} days; their secrets are encrypted. If you add passkeys, also their names, their public keys, and when each was last used; your fingerprint or face never leaves your device. For staff who use single sign-on, also the id that their identity provider gives them.`,
      },
      {
        id: 'practices',
        lead: 'From practices:',
        text: 'what they publish on their listing, and documents they send to prove a claim. Only our reviewers see those documents. If an owner invites you to manage a listing or to join a group, also your email address and your role there.',
      },
      {
        id: 'confirmations',
        lead: 'From owners of listings:',
        text: `when we last emailed you to confirm a listing, and when you did. The button in that email works for ${CONFIRMATION_LINK_DAYS} days without a login.`,
      },
      {
        id: 'appointments',
        lead: 'From appointment requests:',
        text: 'your name, email address or phone number, preferred times, service, insurance plan, and whether you are a new patient. Only the practice that you chose sees them, and our staff if they look into abuse, which is recorded. We ask for no medical details. Your name, email address, and phone number are encrypted where they are stored. The link in our email lets you see, download, and delete your request.',
      },
      {
        id: 'reviews',
        lead: 'From authors of reviews:',
        text: `what you write, with your first name and the initial of your last name or “Patient,” which everyone can read. If you add photos, we remove the location and the other data that the camera stored in them, and only our staff see them until your review is published. Your email address is encrypted, and no one else gets it. To find many reviews from one network or device, we keep fingerprints of yours for ${FINGERPRINT_DAYS} days at most. If a practice accepted your appointment request here, we ask you once, and remind you once, how it was.`,
      },
      {
        id: 'calls',
        lead: 'From callers:',
        text: 'if you tell us whether a practice answered, we add one to a sum by practice and month. Nothing links the answer to you, your device, or your visit.',
      },
      { id: 'messages', lead: 'From messages:', text: 'what you write to us and the address to answer to.' },
    ],
  },
  {
    id: 'device',
    title: 'What stays on your device',
    shown: 'text',
    statements: [
      {
        id: 'device-storage',
        text: 'Your shortlist, the practices you compare, and your choice of light or dark are kept by your browser. So are the last call you started here, and for a week the practices we asked you about. They are not sent to us as a profile of you. If you write a review, your browser also keeps a random number, which is sent with your reviews only.',
      },
      {
        id: 'shortlists',
        text: `If you log in, your shortlist is also saved to your account, so that you find it on your other devices. A link you share shows the practices on the list to anyone who has it, does not say who shared it, and stops working when no one has opened it for ${retention.sharedListDays} days.`,
      },
    ],
  },
  {
    id: 'use',
    title: 'What we use it for',
    shown: 'text',
    statements: [
      {
        id: 'purposes',
        text: `To show the directory, to keep accounts ${payments ? 'and payments ' : ''}working, to answer you, to review claims and to understand which parts of the site help. We do not sell personal information.`,
      },
    ],
  },
  {
    id: 'share',
    title: 'Who else sees it',
    shown: 'text',
    statements: [
      ...(payments
        ? [
            {
              id: 'payments',
              text: 'Card payments are made with a card payment provider, which receives what it needs to charge a card. It is contacted only on pages where you pay.',
            },
          ]
        : []),
      ads
        ? {
            id: 'ads',
            text: `This site shows ads of an advertising network. The network’s code runs in a closed frame that can’t read our pages, your account, or our storage, but your browser contacts the network, which sees your IP address and may use cookies of its own. Profiles of ${payments ? 'paying practices' : 'practices with an owner'}, and pages for accounts, show no ads.`,
          }
        : { id: 'no-ads', text: 'This site shows no ads, and no other company’s code measures your visit.' },
      ...(mapTiles === null
        ? []
        : [
            {
              id: 'map-tiles',
              text: `If you open a map, your browser loads its pictures from ${mapTiles}, which sees your IP address and the area that you look at.`,
            },
          ]),
      {
        id: 'videos',
        text: 'A video on a profile comes from YouTube. It is contacted only after you tap the video.',
      },
      {
        id: 'processors',
        text: 'Otherwise only those who run the service for us, bound by contract, and authorities where the law compels us.',
      },
    ],
  },
  {
    id: 'signals',
    title: 'Opting out',
    shown: 'text',
    statements: [
      {
        id: 'opt-out',
        text: `If your browser sends Global Privacy Control or Do Not Track, we record nothing about your visit${ads ? ' and show you no ads' : ''}. You don’t need an account, and nothing else changes.`,
      },
    ],
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    shown: 'table',
    statements: [
      {
        id: 'keep-accounts',
        lead: 'Accounts',
        text: `until deletion, or after ${years(retention.accountYears)} of inactivity`,
      },
      ...(payments ? [{ id: 'keep-transactions', lead: 'Transactions', text: years(retention.transactionYears) }] : []),
      { id: 'keep-messages', lead: 'Communication logs', text: years(retention.messageYears) },
      {
        id: 'keep-appointments',
        lead: 'Appointment requests',
        text: `${retention.appointmentDays} days after the last change; then only the count stays`,
      },
      {
        id: 'keep-reviews',
        lead: 'Reviews',
        text: `until you delete them, with your address; an unused link to write one, ${INVITATION_DAYS} days; photos of a refused review, ${REFUSED_PHOTO_DAYS} days`,
      },
      { id: 'keep-analytics', lead: 'Analytics', text: `anonymized after ${years(retention.analyticsYears)}` },
      { id: 'keep-backups', lead: 'Backups', text: `${retention.nightlyBackups} nights` },
    ],
  },
  {
    id: 'deletion',
    title: 'What deleting your account removes',
    intro: `Your name, email address, logins, claim documents, searches, and the messages from your verified address are removed at once, also from notes about your claims, ${payments ? 'from our record of staff actions, and at the payment provider' : 'and from our record of staff actions'}. We keep:`,
    shown: 'list',
    statements: [
      { id: 'kept-listings', text: 'your practices’ public listings, without an owner' },
      ...(payments
        ? [{ id: 'kept-payments', text: `payments, for ${years(retention.transactionYears)}, without your name` }]
        : []),
      { id: 'kept-requests', text: 'that someone sent an appointment request, without who' },
      { id: 'kept-agreements', text: 'that a practice accepted our business associate agreement, without who' },
      {
        id: 'kept-proof',
        text: `privacy requests, for ${years(retention.messageYears)} after we close them, as proof that we answered`,
      },
      {
        id: 'kept-backups',
        text: `backups, for ${retention.nightlyBackups} nights, and encrypted emails that could not be delivered, for ${years(retention.messageYears)}`,
      },
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    shown: 'text',
    statements: [
      {
        id: 'rights',
        text: 'You may ask what we hold about you, have it corrected, exported, or deleted. Requests are answered within 30 days.',
      },
    ],
  },
  {
    id: 'children',
    title: 'Children',
    shown: 'text',
    statements: [
      {
        id: 'children',
        text: 'This site is not meant for children under 13, and we do not knowingly collect their information. If you believe a child has given us any, tell us, and we’ll delete it.',
      },
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    shown: 'text',
    statements: [
      {
        id: 'changes',
        text: 'The date at the top is the day on which the text or a setting behind it last changed. When this policy changes in a material way, we say so here 30 days before it takes effect.',
      },
    ],
  },
];
