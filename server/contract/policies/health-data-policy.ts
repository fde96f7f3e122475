import type { PolicyFacts, PolicyPart } from './policies.ts';
import { retention } from '#shared/policies/retention.ts';

/** The consumer health data policy, which Washington's My Health My Data Act asks for. It repeats no more than the law asks. */
export const healthDataPolicy = ({ ads }: PolicyFacts): readonly PolicyPart[] => [
  {
    id: 'what',
    title: 'What counts as health data here',
    shown: 'list',
    statements: [
      {
        id: 'health-requests',
        text: 'An appointment request: that you asked a practice for an appointment, the service, your insurance plan, and your preferred times, with your name and how to reach you.',
      },
      {
        id: 'health-reviews',
        text: 'A review that you write: that you visited a practice, in which month, and what you say about it or show in photos. You publish it yourself, and can delete it at any time with the link in our email.',
      },
      {
        id: 'health-searches',
        text: 'A visit: the searches you made and the profiles you opened, tied to a random number that lasts as long as the tab.',
      },
      {
        id: 'health-location',
        text: 'Your position, if you tap “Use my location.” It is rounded to about a kilometer, used once, and not stored.',
      },
    ],
  },
  {
    id: 'why',
    title: 'Why we collect it, and where it comes from',
    shown: 'text',
    statements: [
      {
        id: 'health-purpose',
        text: 'All of it comes from you. We use a request only to deliver it to the practice that you chose and to tell you the answer, and visits to count which parts of the site help.',
      },
    ],
  },
  {
    id: 'who',
    title: 'Who receives it',
    shown: 'text',
    statements: [
      {
        id: 'health-sharing',
        text: `The practice that you chose receives your request. No one else does, and we don’t sell it. ${ads ? 'Ads never receive what you searched for, sent, or opened: their frames carry no address of the page.' : 'This site shows no ads.'}`,
      },
    ],
  },
  {
    id: 'rights',
    title: 'Your choices',
    shown: 'list',
    statements: [
      {
        id: 'health-access',
        text: 'See, download, or delete your request with the link in our email. Deleting it is immediate.',
      },
      { id: 'health-withdraw', text: 'Turn on Global Privacy Control in your browser, and we record no visit.' },
      {
        id: 'health-retention',
        text: `A request is erased ${retention.appointmentDays} days after its last change in any case.`,
      },
      {
        id: 'health-ask',
        text: 'Ask us what we hold, or ask us to delete it, from the privacy page or the contact page. We answer within 30 days. If we refuse, you may appeal by answering our email.',
      },
    ],
  },
];
