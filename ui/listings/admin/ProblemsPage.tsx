import { closeProblem, type Problem } from '#contract/listings/admin-listings.ts';
import type { InboxDetail } from '#contract/inbox.ts';
import { problemTopics } from '#shared/listings/problem-topics.ts';
import type { Page } from '#ui/base/page/page.ts';
import { InboxScreen } from '#ui/admin/inbox/InboxScreen.tsx';
import { useItemChange } from '#ui/admin/inbox/use-inbox.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';

const ProblemsPage = () => (
  <InboxScreen
    kind="problem"
    title="Reported problems"
    hint="Errors that visitors report on profiles appear here."
    one="report"
    many="reports"
    searchHint="Listing, words, email, or number..."
    topicOf={(topic) => problemTopics.find(([name]) => name === topic)?.[1] ?? topic}
  >
    {(item, done) => <ProblemActions item={item} onDone={done} />}
  </InboxScreen>
);

function ProblemActions({ item, onDone }: { item: InboxDetail; onDone: () => void }) {
  const close = useItemChange(item, (status: Problem['status']) =>
    api(closeProblem, { params: { id: String(item.id) }, body: { status, read: { status: item.status } } }),
  );
  const closeAs = (status: Problem['status']) => close.mutate(status, { onSuccess: onDone });
  return (
    <div className={layout.row}>
      {item.isOpen ? (
        <>
          <Button id="inbox-done" variant="primary" busy={close.isPending} onClick={() => closeAs('resolved')}>
            Resolved
          </Button>
          <Button variant="quiet" disabled={close.isPending} onClick={() => closeAs('dismissed')}>
            Dismiss
          </Button>
        </>
      ) : (
        <Button busy={close.isPending} onClick={() => close.mutate('open')}>
          Reopen
        </Button>
      )}
    </div>
  );
}

export const page: Page = { Component: ProblemsPage };
