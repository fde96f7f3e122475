import { AuthDialog } from '#ui/accounts/sign-in/AuthDialog.tsx';

export default function SubscribeLogin({ onClose }: { onClose: () => void }) {
  return (
    <AuthDialog
      open
      onOpenChange={(open) => !open && onClose()}
      titles={{ login: 'Log in to subscribe', signup: 'Sign up to subscribe' }}
      description="You need an account to subscribe. We'll save your plan choice."
      start="signup"
    />
  );
}
