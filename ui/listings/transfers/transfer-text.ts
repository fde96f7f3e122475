import type { TransferOffer, TransferStatus } from '#contract/listings/transfers.ts';

/** "Silva Dental (Dr. Ana Silva)" */
export const describeListing = ({ name, practiceName }: TransferOffer['listing']): string =>
  practiceName && practiceName !== name ? `${practiceName} (${name})` : name;

/** How an offer ended, as its recipient reads it. */
export function describeEnd(status: TransferStatus, from: string | null): { title: string; text: string } | null {
  const owner = from ?? 'the owner';
  switch (status) {
    case 'declined':
      return { title: 'You declined this offer', text: `If you change your mind, ask ${owner} to offer it again.` };
    case 'canceled':
      return {
        title: 'This offer was withdrawn',
        text: 'The listing is no longer offered to you. If you paid the fee, we refund it in full.',
      };
    case 'expired':
      return { title: 'This offer has expired', text: `Ask ${owner} to offer the listing again.` };
    default:
      return null;
  }
}
