import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { goLive, markStep, readSetup, type SetupList as List, type SetupStep } from '#contract/opening/setup.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { PaymentStep, SampleStep, SettingsStep, TestEmailStep } from './SetupSteps.tsx';
import css from './SetupList.module.css';

const titles: Record<SetupStep, string> = {
  contact: 'Name and contact',
  email: 'Email',
  payments: 'Payments',
  data: 'First listings',
};
const actions: Record<SetupStep, ReactNode> = {
  contact: <SettingsStep />,
  email: <TestEmailStep />,
  payments: <PaymentStep />,
  data: <SampleStep />,
};

/** The steps of a new directory, on Home until it is open and each step is done. */
export function SetupList() {
  const may = useMay('settings.manage');
  const { data } = useQuery({ ...queryOf(readSetup, {}), enabled: may, refetchOnMount: 'always' });
  return data?.list ? <Steps list={data.list} /> : null;
}

function Steps({ list }: { list: List }) {
  const client = useQueryClient();
  const store = (reply: unknown) => client.setQueryData(queryOf(readSetup, {}).queryKey, reply as never);
  const mark = useMutation({
    mutationFn: (body: { step: SetupStep; state: 'done' | 'later' | 'open' }) => api(markStep, { body }),
    onSuccess: store,
    onError: (error) => toastError(error),
  });
  const open = useMutation({
    mutationFn: () => api(goLive, {}),
    onSuccess: store,
    onError: (error) => toastError(error),
  });
  return (
    <Card as="section" aria-labelledby="setup-title">
      <div className={layout.stack}>
        <h2 id="setup-title">Set up your directory</h2>
        <ul className={css.steps}>
          <Step isDone title="Who you are">
            <p className={layout.hint}>You are its first administrator. Invite others on Staff.</p>
          </Step>
          {list.steps.map(({ step, doneAt, isLater, text }) => (
            <Step key={step} isDone={doneAt !== null} isLater={isLater} title={titles[step]}>
              <p className={layout.hint}>{text}</p>
              <div className={layout.row}>
                {doneAt === null && actions[step]}
                {doneAt === null && (
                  <Button
                    size="small"
                    aria-label={`Done: ${titles[step]}`}
                    onClick={() => mark.mutate({ step, state: 'done' })}
                  >
                    Done
                  </Button>
                )}
                {doneAt === null && !isLater && (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Later: ${titles[step]}`}
                    onClick={() => mark.mutate({ step, state: 'later' })}
                  >
                    Later
                  </Button>
                )}
                {doneAt !== null && (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Reopen: ${titles[step]}`}
                    onClick={() => mark.mutate({ step, state: 'open' })}
                  >
                    Reopen
                  </Button>
                )}
              </div>
            </Step>
          ))}
        </ul>
        {list.isOpen ? (
          <Callout tone="good" announce>
            The directory is open to the public.
          </Callout>
        ) : (
          <Callout title="The directory is hidden">
            <p>
              Only staff see it. Everyone else sees that it opens soon, and search engines are asked not to list it.
            </p>
            <Confirm
              title="Open the directory to everyone?"
              description="Visitors and search engines see every page from now on. You can’t hide it again."
              action="Go live"
              trigger={<Button variant="primary">Go live</Button>}
              onConfirm={() => open.mutateAsync()}
            />
          </Callout>
        )}
      </div>
    </Card>
  );
}

interface StepProps {
  isDone: boolean;
  isLater?: boolean;
  title: string;
  children: ReactNode;
}

const Step = ({ isDone, isLater = false, title, children }: StepProps) => (
  <li className={css.step}>
    {isDone ? <CircleCheck className={css.done} aria-hidden="true" /> : <Circle aria-hidden="true" />}
    <div className={layout.tight}>
      <h3>
        {title}
        {isDone && <span className="hidden-text">, done</span>} {isLater && <Badge>Later</Badge>}
      </h3>
      {children}
    </div>
  </li>
);
