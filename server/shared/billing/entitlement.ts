const entitledStatuses = new Set(['active', 'trial']);
const entitledPlans = new Set(['professional', 'pro_max', 'enterprise']);

/** True if the account may claim practices and add listings. */
export const isEntitled = (account: { subscriptionStatus: string; subscriptionPlan: string }): boolean =>
  entitledStatuses.has(account.subscriptionStatus) && entitledPlans.has(account.subscriptionPlan);

/** For example active_professional or inactive_free. Computed, never stored. */
export const subscriptionLabel = (account: { subscriptionStatus: string; subscriptionPlan: string }): string =>
  `${account.subscriptionStatus}_${account.subscriptionPlan}`;
