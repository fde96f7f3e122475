/** The version of Stripe's API that the billing code uses and the sandbox implements. It matches the types of the package. */
export const apiVersion = '2026-10-28.endive';
