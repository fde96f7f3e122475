import type { ClaimLetter as Letter } from '#contract/claims/claims.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { SiteMark } from '#ui/base/page/SiteMark.tsx';
import css from './ClaimLetter.module.css';
import { formatDate } from '#ui/kit/format.ts';

/** A one-page letter with the address placed for a window envelope. The parent prints it through the host. */
export function ClaimLetter({ letter }: { letter: Letter }) {
  const brand = useBrand();
  return (
    <article className={css.letter}>
      <p className={css.brand}>
        <SiteMark size={26} /> {brand}
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
        {brand}, the dental directory. If this is correct, please give this PIN to {letter.claimant.name}:
      </p>
      <p className={css.pin}>{letter.pin}</p>
      <p>
        Enter it at {letter.url.replace(/^https?:\/\//, '')} by {formatDate(letter.expiresAt)}. You have five tries.
      </p>
      <p>
        If no one at the practice asked for this, please don't share the PIN, and contact us: {letter.supportEmail},{' '}
        {letter.supportPhone}. Nothing changes without the PIN.
      </p>
      <p className={css.footer}>Request {letter.claimId}</p>
    </article>
  );
}
