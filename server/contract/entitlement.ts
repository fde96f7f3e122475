const entitledStatuses = new Set(['active', 'trial']);
const entitledPlans = new Set(['professional', 'pro_max', 'enterprise']);

/** Who may claim practices and add listings. The one place where this is decided, for server and screens alike. */
export const isEntitled = (account: { subscriptionStatus: string; subscriptionPlan: string }): boolean =>
  entitledStatuses.has(account.subscriptionStatus) && entitledPlans.has(account.subscriptionPlan);

/** Status and plan in one word, as listings carry it: active_professional, inactive_free. Computed, never stored. */
export const subscriptionLabel = (account: { subscriptionStatus: string; subscriptionPlan: string }): string =>
  `${account.subscriptionStatus}_${account.subscriptionPlan}`;
