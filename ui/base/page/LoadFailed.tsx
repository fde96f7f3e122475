import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState, type EmptyStateProps } from '#ui/kit/display/EmptyState.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';

interface FailedProps extends Pick<EmptyStateProps, 'title' | 'heading' | 'compact'> {
  query: { error: unknown; refetch: () => unknown };
}

/** Shown in place of content that failed to load, with a retry button. */
export function LoadFailed({ query, ...rest }: FailedProps) {
  return (
    <EmptyState scene="trouble" actions={<Button onClick={() => void query.refetch()}>Try again</Button>} {...rest}>
      {sentenceOf(query.error)}
    </EmptyState>
  );
}
