import { Badge } from '#ui/kit/display/Badge.tsx';
import { useNow } from '#ui/kit/use-now.ts';
import { describeDue } from './due-text.ts';

/** The time left until a deadline, in words. */
export function DueBadge({ dueAt }: { dueAt: string }) {
  const now = useNow(60_000);
  const { text, tone } = describeDue(dueAt, now);
  return <Badge tone={tone}>{text}</Badge>;
}
