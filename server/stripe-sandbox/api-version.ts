/** The version of Stripe's API this code is written for. The package's types speak exactly this one. */
export const apiVersion = '2026-10-28.endive';
