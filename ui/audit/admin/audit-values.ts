/** "topicId" as "Topic ID". */
export function labelOf(field: string): string {
  const words = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bid$/i, 'ID');
}

export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(blank)';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value, null, 1);
  if (value.length === 0) return '(blank)';
  return value.every((item) => typeof item === 'string') ? value.join(', ') : JSON.stringify(value, null, 1);
}
