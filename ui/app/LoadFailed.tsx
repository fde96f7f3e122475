import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState, type EmptyStateProps } from '#ui/kit/display/EmptyState.tsx';
import { sentenceOf } from '#ui/platform/api.ts';

interface FailedProps extends Pick<EmptyStateProps, 'title' | 'heading' | 'compact'> {
  query: { error: unknown; refetch: () => unknown };
}

/** In the place of what could not be loaded: what went wrong, and another try. */
export function LoadFailed({ query, ...rest }: FailedProps) {
  return (
    <EmptyState scene="trouble" actions={<Button onClick={() => void query.refetch()}>Try again</Button>} {...rest}>
      {sentenceOf(query.error)}
    </EmptyState>
  );
}
