const names: Record<string, string> = { free: 'Free', professional: 'Professional', pro_max: 'Pro Max' };

/** Plans we do not know are shown as they are called, with a capital. */
export const planName = (plan: string): string => names[plan] ?? plan.slice(0, 1).toUpperCase() + plan.slice(1);
