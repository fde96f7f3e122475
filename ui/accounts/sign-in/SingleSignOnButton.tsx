import { useMutation } from '@tanstack/react-query';
import { startSingleSignOn } from '#contract/accounts/single-sign-on.ts';
import { siteInfo } from '#contract/site.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';

/** For staff, if this site has an identity provider. */
export function SingleSignOnButton() {
  const isOn = useReply(queryOf(siteInfo, {})).data?.singleSignOn === true;
  const isWeb = usePlatform().kind === 'web';
  const start = useMutation({
    mutationFn: async () => {
      const next = new URLSearchParams(location.search).get('next') ?? '';
      location.assign((await api(startSingleSignOn, { body: { next } })).url);
    },
    onError: (error) => toast({ title: 'Login failed', description: sentenceOf(error), variant: 'destructive' }),
  });
  if (!isOn || !isWeb) return null;
  return (
    <div data-needs-script>
      <Button block busy={start.isPending} onClick={() => start.mutate()}>
        Staff: log in with single sign-on
      </Button>
    </div>
  );
}
