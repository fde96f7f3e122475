import { useQueryClient } from '@tanstack/react-query';
import { appealReview, deleteReview, saveReview, viewReview, type OwnReview } from '#contract/reviews/reviews.ts';
import { callOf, PostForm, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Card } from '#ui/kit/display/Card.tsx';

export const keyOfReview = (token: string) => [viewReview.path, token] as const;

/** The review that the browser has asked for or changed with a form. */
export function usePostedReview(): {
  token: string | null;
  own: OwnReview | undefined;
  isDeleted: boolean;
  error: string | undefined;
} {
  const client = useQueryClient();
  const viewed = usePostedForm(callOf(viewReview));
  const saved = usePostedForm(callOf(saveReview));
  const appealed = usePostedForm(callOf(appealReview));
  const deleted = usePostedForm(callOf(deleteReview));
  const posted = viewed ?? saved ?? appealed ?? deleted;
  const token = posted ? String(posted.values['token'] ?? '') : '';
  const own =
    ((viewed ?? saved ?? appealed)?.reply as OwnReview | undefined) ??
    client.getQueryData<OwnReview>(keyOfReview(token));
  return {
    token: own ? token : null,
    own,
    isDeleted: deleted?.reply !== undefined,
    // The form shows its own errors.
    error: own && saved ? undefined : posted?.error?.message,
  };
}

/** The link has the token in its fragment, which a browser never sends. */
export const PasteReviewLink = ({ error }: { error: string | undefined }) => (
  <Card>
    <PostForm call={callOf(viewReview)}>
      <Field
        label="The link from our email"
        hint="JavaScript is off in your browser, so please paste the link here."
        error={error}
        required
      >
        <Input name="token" autoComplete="off" spellCheck={false} />
      </Field>
      <div>
        <Button type="submit" variant="primary">
          Open my review
        </Button>
      </div>
    </PostForm>
  </Card>
);
