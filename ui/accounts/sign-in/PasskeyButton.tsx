import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';

/** The library loads only here, because few people log in on a visit. */
const load = () => import('../passkeys.ts');

const showFailure = (error: unknown) =>
  toast({ title: 'Login failed', description: sentenceOf(error), variant: 'destructive' });

/** Logs in with a passkey. Browsers that can also offer passkeys in the email field. */
export function PasskeyButton() {
  const isWeb = usePlatform().kind === 'web';
  const [round, setRound] = useState(0);
  const login = useMutation({
    mutationFn: async () => (await load()).logInWithPasskey({ autofill: false }),
    onError(error) {
      showFailure(error);
      setRound(round + 1);
    },
  });
  useEffect(() => {
    let isOver = !isWeb;
    const offer = async () => {
      if (isOver || !(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      const { logInWithPasskey } = await load();
      // The page may have changed while the library loaded.
      if (!isOver) await logInWithPasskey({ autofill: true });
    };
    offer().catch((error: unknown) => {
      if (isOver || !(error instanceof ApiError)) return;
      showFailure(error);
      setRound(round + 1);
    });
    return () => {
      isOver = true;
      void load().then(({ stopWaiting }) => stopWaiting());
    };
  }, [isWeb, round]);
  if (!isWeb) return <p>Passkeys work in a browser. Here, use your password.</p>;
  return (
    <div data-needs-script>
      <Button block icon={<KeyRound aria-hidden="true" />} busy={login.isPending} onClick={() => login.mutate()}>
        Log in with a passkey
      </Button>
    </div>
  );
}
