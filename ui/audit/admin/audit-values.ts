import { toLabel } from '#shared/insights/reports/parts.ts';

/** “topicId” becomes “Topic ID”. */
export const labelOf = (field: string): string => toLabel(field).replace(/\bid$/i, 'ID');

export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(blank)';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value, null, 1);
  if (value.length === 0) return '(blank)';
  return value.every((item) => typeof item === 'string') ? value.join(', ') : JSON.stringify(value, null, 1);
}
