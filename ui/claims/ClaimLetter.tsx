import type { ClaimLetter as Letter } from '#contract/claims.ts';
import { Mark } from '#ui/kit/display/Mark.tsx';
import { formatDate } from '#ui/kit/format.ts';
import css from './ClaimLetter.module.css';

/** One page for the post, with the address where a window envelope shows it. Whoever shows it calls the host's print. */
export function ClaimLetter({ letter }: { letter: Letter }) {
  return (
    <article className={css.letter}>
      <p className={css.brand}>
        <Mark size={26} /> Enamel
      </p>
      <address className={css.address}>
        {letter.practice.name}
        {letter.practice.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className={css.date}>{formatDate(letter.printedAt)}</p>
      <h1 className={css.title}>Confirm who manages your listing</h1>
      <p>
        {letter.claimant.name} ({letter.claimant.relationship}) has asked to manage the listing of this practice on
        Enamel, the dental directory. If that is right, please give this PIN to {letter.claimant.name}:
      </p>
      <p className={css.pin}>{letter.pin}</p>
      <p>
        It is entered at {letter.url.replace(/^https?:\/\//, '')} and holds until {formatDate(letter.expiresAt)}. There
        are five tries.
      </p>
      <p>
        If nobody at the practice asked for this, please do not pass the PIN on, and tell us: {letter.supportEmail},{' '}
        {letter.supportPhone}. Without the PIN nothing changes.
      </p>
      <p className={css.foot}>Request {letter.claimId}</p>
    </article>
  );
}
