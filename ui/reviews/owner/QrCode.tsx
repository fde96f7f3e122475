import type { PracticeLink } from '#contract/reviews/practice-link.ts';

/** An image, because the SVG of the server is then only drawn. */
export const QrCode = ({ link, className }: { link: PracticeLink; className: string | undefined }) => (
  <img className={className} src={`data:image/svg+xml,${encodeURIComponent(link.qr)}`} alt="QR code of the link" />
);
