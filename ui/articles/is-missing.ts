export const isMissing = (error: unknown): boolean => (error as { status?: number } | null)?.status === 404;
