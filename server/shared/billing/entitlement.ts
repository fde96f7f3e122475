const entitledStatuses = new Set(['active', 'trial']);
const entitledPlans = new Set(['professional', 'pro_max', 'enterprise']);

interface Subscription {
  subscriptionStatus: string;
  subscriptionPlan: string;
}

/** True if the account has a running plan that includes claiming practices and adding listings. */
export const hasPlan = (account: Subscription): boolean =>
  entitledStatuses.has(account.subscriptionStatus) && entitledPlans.has(account.subscriptionPlan);

/** True if the account may claim practices and add listings, which is free in a directory without payments. */
export const isEntitled = (account: Subscription, takesPayments: boolean): boolean =>
  !takesPayments || hasPlan(account);

/** True if the account's groups may grow: Enterprise, or a directory without payments. */
export const hasGroups = (account: Subscription, takesPayments: boolean): boolean =>
  !takesPayments || (hasPlan(account) && account.subscriptionPlan === 'enterprise');

/** For example active_professional or inactive_free. Computed, never stored. */
export const subscriptionLabel = (account: Subscription): string =>
  `${account.subscriptionStatus}_${account.subscriptionPlan}`;
