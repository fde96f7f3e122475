import { isOpen } from '#shared/appointments/appointment-state.ts';
import {
  answerAsPatient,
  deleteAppointment,
  viewAppointment,
  type OwnAppointment,
} from '#contract/appointments/appointments.ts';
import { callOf, PostForm, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';

export interface PostedAppointment {
  /** Without scripts, the token comes with a form. */
  token: string | null;
  request: OwnAppointment | undefined;
  isDeleted: boolean;
  error: string | undefined;
}

/** The request that the browser has asked for or changed with a form. */
export function usePostedAppointment(): PostedAppointment {
  const viewed = usePostedForm(callOf(viewAppointment));
  const answered = usePostedForm(callOf(answerAsPatient));
  const deleted = usePostedForm(callOf(deleteAppointment));
  const posted = viewed ?? answered ?? deleted;
  const request = (viewed ?? answered)?.reply as OwnAppointment | undefined;
  return {
    token: request ? String(posted!.values['token']) : null,
    request,
    isDeleted: deleted?.reply !== undefined,
    error: posted?.error?.message,
  };
}

/** The link has the token in its fragment, which a browser never sends. */
export const PasteLink = ({ error }: { error: string | undefined }) => (
  <Card>
    <PostForm call={callOf(viewAppointment)}>
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
          Show my request
        </Button>
      </div>
    </PostForm>
  </Card>
);

/** The buttons of a request without scripts. */
export function FormAnswers({ token, request: { state, offeredAt } }: { token: string; request: OwnAppointment }) {
  const answer = callOf(answerAsPatient);
  return (
    <div className={layout.row}>
      {state === 'offered' && offeredAt && (
        <PostForm call={answer} hidden={{ token, action: 'accept', offeredAt }}>
          <Button type="submit" variant="primary">
            Accept this time
          </Button>
        </PostForm>
      )}
      {(isOpen(state) || state === 'accepted') && (
        <PostForm call={answer} hidden={{ token, action: 'cancel' }}>
          <Button type="submit">Cancel request</Button>
        </PostForm>
      )}
      <PostForm call={callOf(deleteAppointment)} hidden={{ token }}>
        <Button type="submit">Delete my data</Button>
      </PostForm>
    </div>
  );
}
