import { messageCategories } from '#shared/tables/lists/inboxes.ts';
import type { Page } from '#ui/base/page/page.ts';
import { InboxScreen } from '#ui/admin/inbox/InboxScreen.tsx';
import { ReplyForm } from './ReplyForm.tsx';

const topicNames: Record<string, string> = Object.fromEntries(messageCategories);

const MessagesPage = () => (
  <InboxScreen
    kind="message"
    title="Messages"
    hint="Messages from the contact form appear here. Those of paying owners come first, then by the time we promised to answer."
    one="message"
    many="messages"
    searchHint="Subject, name, email, or words..."
    topicOf={(topic) => topicNames[topic] ?? topic}
  >
    {(item, done) => <ReplyForm item={item} onDone={done} />}
  </InboxScreen>
);

export const page: Page = { Component: MessagesPage };
