const names: Record<string, string> = { free: 'Free', professional: 'Professional', pro_max: 'Pro Max' };

/** Unknown plans are shown by their id, capitalized. */
export const planName = (plan: string): string => names[plan] ?? plan.slice(0, 1).toUpperCase() + plan.slice(1);
