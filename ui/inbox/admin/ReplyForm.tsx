import { Mail } from 'lucide-react';
import type { FormEvent } from 'react';
import { changeMessage, replyForm, replyToMessage, type InboxDetail } from '#contract/inbox.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { Entry } from '#ui/admin/inbox/Entry.tsx';
import { useItemChange } from '#ui/admin/inbox/use-inbox.ts';

const KEEP_OPEN = 'keep-open';
const isKeptOpen = ({ nativeEvent }: FormEvent<HTMLFormElement>) =>
  (nativeEvent as SubmitEvent).submitter?.getAttribute('name') === KEEP_OPEN;

/** Earlier replies, and a form that emails another one. */
export function ReplyForm({ item, onDone }: { item: InboxDetail; onDone: () => void }) {
  const params = { id: String(item.id) };
  const { staffConsole } = usePlatform();
  const form = useAppForm({
    defaultValues: { message: '' },
    keep: { draft: `reply ${item.id}` },
    schema: replyForm,
  });
  const send = useItemChange(item, (body: { message: string; close: boolean }) =>
    api(replyToMessage, { params, body }),
  );
  const setStatus = useItemChange(item, (status: 'open' | 'closed') =>
    api(changeMessage, { params, body: { status, read: { status: item.status } } }),
  );
  const submit = (close: boolean) =>
    form.submit(({ message }) => {
      if (send.isPending) return;
      send.mutate(
        { message, close },
        {
          onSuccess() {
            form.reset({ message: '' });
            const isOffline = staffConsole?.state().link === 'offline';
            toast({
              title: isOffline ? 'Reply saved' : 'Reply sent',
              description: isOffline
                ? `We’ll email it to ${item.email} once you’re online.`
                : `Emailed to ${item.email}.`,
              variant: 'good',
            });
            if (close) onDone();
          },
        },
      );
    });
  return (
    <section className={layout.stack} aria-label="Replies">
      {item.replies.map((reply) => (
        <Entry key={reply.id} entry={reply} icon={<Mail size={14} aria-hidden="true" />} tone="reply" />
      ))}
      {item.isOpen ? (
        <form method="post" noValidate className={layout.tight} onSubmit={(event) => submit(!isKeptOpen(event))(event)}>
          <Field
            id="inbox-reply"
            label={`Reply to ${item.name ?? item.email}`}
            hint="Sent by email, with the original message below. Ctrl+Enter sends and closes."
            error={form.errors.message}
          >
            <Textarea
              rows={6}
              {...form.field('message')}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
                  event.currentTarget.form?.requestSubmit();
              }}
            />
          </Field>
          <div className={layout.row}>
            <Button type="submit" variant="primary" busy={send.isPending}>
              Send and close
            </Button>
            <Button type="submit" name={KEEP_OPEN} busy={send.isPending}>
              Send and keep open
            </Button>
            <Button
              id="inbox-done"
              variant="quiet"
              busy={setStatus.isPending}
              onClick={() => setStatus.mutate('closed', { onSuccess: onDone })}
            >
              Close without a reply
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button busy={setStatus.isPending} onClick={() => setStatus.mutate('open')}>
            Reopen
          </Button>
        </div>
      )}
    </section>
  );
}
