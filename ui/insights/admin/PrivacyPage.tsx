import { useState } from 'react';
import { privacyKindNames, type PrivacyRequest } from '#contract/accounts/privacy.ts';
import type { InboxDetail } from '#contract/inbox.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import type { Page } from '#ui/base/page/page.ts';
import { InboxScreen } from '#ui/admin/inbox/InboxScreen.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { layout } from '#ui/kit/layout.ts';
import { PrivacyRequestDialog } from './PrivacyRequestDialog.tsx';
import { RecordRequestDialog } from './RecordRequestDialog.tsx';

/** The legal inbox: each request must be answered within 30 days of its arrival. */
function PrivacyPage() {
  const [search, change] = useUrlState();
  const mayAdd = useMay('inbox.work');
  return (
    <>
      <InboxScreen
        kind="privacy"
        title="Privacy requests"
        hint="Requests to see, correct, or delete personal data appear here. The law gives us 30 days to answer."
        one="request"
        many="requests"
        searchHint="Name, email, or words..."
        topicOf={(topic) => privacyKindNames[topic as PrivacyRequest['kind']] ?? topic}
        actions={mayAdd && <Button onClick={() => change({ new: 1 })}>Add request</Button>}
      >
        {(item, done) => <Answer item={item} onDone={done} />}
      </InboxScreen>
      {mayAdd && search.has('new') && <RecordRequestDialog onClose={() => change({ new: null })} />}
    </>
  );
}

function Answer({ item, onDone }: { item: InboxDetail; onDone: () => void }) {
  const [isAnswering, setIsAnswering] = useState(false);
  return (
    <div className={layout.row}>
      <Button id="inbox-done" variant={item.isOpen ? 'primary' : 'secondary'} onClick={() => setIsAnswering(true)}>
        {item.isOpen ? 'Record the outcome' : 'Reopen'}
      </Button>
      {isAnswering && (
        <PrivacyRequestDialog
          request={toRequest(item)}
          onClose={() => setIsAnswering(false)}
          onDone={(status) => {
            setIsAnswering(false);
            if (status !== 'open') onDone();
          }}
        />
      )}
    </div>
  );
}

const toRequest = (item: InboxDetail): PrivacyRequest => ({
  id: item.id,
  kind: item.topic as PrivacyRequest['kind'],
  name: item.name ?? '',
  email: item.email ?? '',
  message: item.text,
  hasAccount: item.hasAccount,
  status: item.status as PrivacyRequest['status'],
  receivedAt: item.receivedAt,
  dueAt: item.dueAt ?? item.receivedAt,
  closedAt: item.closedAt,
  closedBy: null,
  notes: item.outcome ?? '',
});

export const page: Page = { Component: PrivacyPage };
