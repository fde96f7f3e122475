import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState, type EmptyStateProps } from '#ui/kit/display/EmptyState.tsx';
import { loadUser } from './session.ts';

/** Shown in place of a page that needs the user, when loading the user failed. */
export const UserLoadFailed = ({ heading }: Pick<EmptyStateProps, 'heading'>) => (
  <EmptyState
    compact
    scene="trouble"
    title="Failed to fetch user"
    {...(heading && { heading })}
    actions={<Button onClick={() => void loadUser()}>Try again</Button>}
  >
    You're still signed in.
  </EmptyState>
);
