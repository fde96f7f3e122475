import type { PracticeLink } from '#contract/reviews/practice-link.ts';

/** An image, so that the server's SVG is drawn and never becomes markup of the page. */
export const QrCode = ({ link, className }: { link: PracticeLink; className: string | undefined }) => (
  <img className={className} src={`data:image/svg+xml,${encodeURIComponent(link.qr)}`} alt="QR code of the link" />
);
