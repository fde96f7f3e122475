export { isEntitled, subscriptionLabel } from '#contract/entitlement.ts';
