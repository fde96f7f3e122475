import { RotateCw } from 'lucide-react';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { loadUser } from '../base/session.ts';

/** Takes the place of the user's menu when loading the user failed. */
export default function RetryButton() {
  return (
    <IconButton label="Failed to fetch user. Try again." onClick={() => void loadUser()}>
      <RotateCw />
    </IconButton>
  );
}
