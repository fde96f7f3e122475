type ClassValue = string | false | null | undefined;

export const cx = (...names: ClassValue[]): string => names.filter(Boolean).join(' ');
