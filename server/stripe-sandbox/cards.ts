export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}
interface TestCard {
  brand: string;
  /** Every charge is declined with this error. */
  decline?: Decline;
  /** The first payment requires bank verification. */
  authenticate?: true;
  /** Each payment succeeds and is then disputed for this reason. */
  dispute?: string;
}

const createDecline = (decline_code: string, message: string, code = 'card_declined'): Decline => ({
  code,
  decline_code,
  message,
});

/** Stripe's test card numbers. */
export const testCards: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000002': { brand: 'visa', decline: createDecline('generic_decline', 'Your card was declined.') },
  '4000000000009995': {
    brand: 'visa',
    decline: createDecline('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000000341': { brand: 'visa', decline: createDecline('generic_decline', 'Your card was declined.') },
  '4000000000000069': {
    brand: 'visa',
    decline: createDecline('expired_card', 'Your card has expired.', 'expired_card'),
  },
  '4000000000000259': { brand: 'visa', dispute: 'fraudulent' },
  '4000000000002685': { brand: 'visa', dispute: 'product_not_received' },
  '4000002500003155': { brand: 'visa', authenticate: true },
};

export interface CardInput {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

const passesLuhn = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

/** Null if the card can be charged. */
export function checkCard(card: CardInput, now: Date): Decline | null {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number))
    return { code: 'incorrect_number', message: 'Your card number is incorrect.' };
  if (!(card.expMonth >= 1 && card.expMonth <= 12))
    return { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." };
  const year = card.expYear < 100 ? 2000 + card.expYear : card.expYear;
  if (year < now.getUTCFullYear() || (year === now.getUTCFullYear() && card.expMonth < now.getUTCMonth() + 1))
    return { code: 'invalid_expiry_year', message: "Your card's expiration date is in the past." };
  if (!/^\d{3,4}$/.test(card.cvc)) return { code: 'invalid_cvc', message: "Your card's security code is invalid." };
  if (!testCards[card.number])
    return {
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: 'Your card was declined. This is a test: please use one of the test card numbers.',
    };
  return null;
}
