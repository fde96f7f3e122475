import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerAppointment, type ReceivedAppointment } from '#contract/appointments/appointments.ts';
import type { Input } from '#contract/endpoint.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';

type Body = Input<typeof answerAppointment>['body'];
type Answer = Body extends infer A ? (A extends unknown ? Omit<A, 'changedAt'> : never) : never;
export type SendAnswer = ReturnType<typeof useAnswer>;

const done = {
  offer: 'The patient can accept the time or cancel.',
  decline: 'The patient sees your reason.',
  call: 'The patient sees that you called.',
};

export function useAnswer(request: ReceivedAppointment, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: Answer) =>
      api(answerAppointment, {
        params: { id: String(request.id) },
        body: { ...answer, changedAt: request.changedAt } as Body,
      }),
    async onSuccess(_changed, { action }) {
      toast({ title: 'Answer saved', description: done[action], variant: 'good' });
      onDone();
      await refresh(client, '/api/user/appointment');
    },
    async onError(error) {
      if (!(error instanceof ApiError && Object.keys(error.fields).length > 0)) toastError(error);
      if (error instanceof ApiError && error.status === 409) await refresh(client, '/api/user/appointment');
    },
  });
}
