import {
  DECIDE_HOURS,
  EDIT_DAYS,
  FINGERPRINT_DAYS,
  HOLD_HOURS,
  MAX_REVIEW_PHOTOS,
  refusalReasons,
  reviewFlags,
} from '#shared/reviews/review.ts';
import { MIN_MENTIONS } from '#shared/reviews/mentions.ts';
import type { Page } from '#ui/base/page/page.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { LegalPage, type LegalPart } from '../LegalPage.tsx';

const parts: LegalPart[] = [
  {
    id: 'who',
    title: 'Who may write',
    body: (
      <ul>
        <li>
          “Visit verified”: the practice accepted the author's appointment request on this site. We ask each of these
          patients once after the day of the appointment, and remind them once.
        </li>
        <li>
          “Invited by the practice”: the author opened the practice's own link, or its QR code, chose the month of the
          visit, and opened a link that we emailed. Everyone gets the same form. A practice may not ask only happy
          patients, or give anything for a review. Someone whose request the practice accepted stays “Visit verified.”
        </li>
        <li>“Email verified”: the author chose the month of the visit, and opened a link that we emailed.</li>
        <li>
          “Imported”: the review was written in another directory, and came from a file. We don't know its author and
          didn't check it. Such reviews show only until a practice has one that was written here, and never count in
          ratings or in the order of results.
        </li>
        <li>A person has one review for each practice and month of a visit.</li>
      </ul>
    ),
  },
  {
    id: 'checks',
    title: 'How we check reviews',
    body: (
      <>
        <p>
          No stars, answers, or payment change whether or when a review is published. The checks don't see the stars,
          and neither do our staff when they decide. A review that no check flags is published after {HOLD_HOURS} hours.
          Our staff aim to decide on the others within {DECIDE_HOURS} hours. These send a review to our staff:
        </p>
        <ul>
          {reviewFlags.map(([name, label]) => (
            <li key={name}>{label}</li>
          ))}
        </ul>
        <p>
          Patients who open the practice's own link often use its Wi-Fi. Up to ten of them a day aren't sent to our
          staff for that reason alone. All other checks hold for them.
        </p>
      </>
    ),
  },
  {
    id: 'photos',
    title: 'Photos',
    body: (
      <p>
        A review can have up to {MAX_REVIEW_PHOTOS} photos. Its author confirms that they took them, and that every face
        is their own or that of someone who agreed. No check can tell what a photo shows, so our staff look at each
        review with photos, whatever its stars. We remove the location and the other data that the camera stored. Photos
        show only while the review is published, and deleting the review deletes them for good.
      </p>
    ),
  },
  {
    id: 'refused',
    title: 'Why a review is refused',
    body: (
      <>
        <p>
          Staff refuse a review only for one of these reasons. We email the reason to the author, who may appeal once.
        </p>
        <ul>
          {refusalReasons.map(([name, label]) => (
            <li key={name}>{label}</li>
          ))}
        </ul>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and deletion',
    body: (
      <p>
        Authors change their review for {EDIT_DAYS} days, and delete it for good at any time, with the link in our
        email. A changed review is checked again. Practices can reply, but not remove a review, and nobody can pay to
        remove one. A practice may report a review that breaks these rules, once. It shows until our staff decide.
      </p>
    ),
  },
  {
    id: 'rating',
    title: 'Ratings',
    body: (
      <p>
        The average counts only reviews that were written here. Ratings from elsewhere name their source, and are never
        added to ours. <Link to="/how-ranking-works#rating">How ranking works</Link> says how both are weighted.
      </p>
    ),
  },
  {
    id: 'mentions',
    title: 'What patients mention',
    body: (
      <p>
        We count how many published reviews have a word of a fixed list, such as “gentle” or “front desk,” in English or
        Spanish. A word shows from {MIN_MENTIONS} reviews on, whether they praise or blame. Each leads to its reviews.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'What we keep about authors',
    body: (
      <p>
        The email address, encrypted, until the review is deleted. To find bursts, we keep fingerprints of the author's
        network and device for {FINGERPRINT_DAYS} days at most, and never the network or the device itself.
      </p>
    ),
  },
];

const HowReviewsWork = () => (
  <LegalPage
    title="How Reviews Work"
    path="/how-reviews-work"
    description="Who may review a dentist on {brand}, how reviews are checked, and why stars and payment never matter."
    intro="Who writes them, how we check them, and what never counts."
    parts={parts}
  />
);
export const page: Page = { Component: HowReviewsWork };
