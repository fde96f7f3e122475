import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';

/** Names the plan that shows a field to patients, for owners whose plan doesn't. */
export const PlanNote = ({ plan, children }: { plan: string; children: string }) => (
  <>
    <Badge tone="accent">{plan} only</Badge> {children} <Link to="/pricing">Compare plans</Link>
  </>
);
