import { useState } from 'react';
import { Button } from '#ui/kit/Button.tsx';
import { Confirm } from '#ui/kit/Confirm.tsx';
import { toast } from '#ui/kit/toast.ts';
import { DeskRefusal } from '#ui/platform/desk.ts';
import { useDesk } from '#ui/platform/platform.ts';

interface ForgetProps {
  origin: string;
  label?: string;
  /** For lists, where the label alone does not say which. */
  named?: string;
  /** Asks even where nothing waits. */
  asks?: boolean;
}

/** Leaves a server for good. Decisions that wait for it are dropped only after a question. */
export function ForgetServer({ origin, label = 'Use another server', named, asks = false }: ForgetProps) {
  const desk = useDesk();
  const [question, setQuestion] = useState<string | null>(null);
  const [sure, setSure] = useState(false);
  const failed = (error: unknown) =>
    toast({
      title: 'Not done',
      description: error instanceof DeskRefusal ? error.message : 'Please try again.',
      variant: 'destructive',
    });
  const forget = () =>
    desk.forgetServer(origin, false).catch((error: unknown) => {
      if (error instanceof DeskRefusal && error.code === 'waiting') setQuestion(error.message);
      else failed(error);
    });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        {...(named ? { 'aria-label': named } : {})}
        onClick={() => (asks ? setSure(true) : void forget())}
      >
        {label}
      </Button>
      <Confirm
        open={sure}
        onOpenChange={setSure}
        title={`Remove ${new URL(origin).host}?`}
        description="You are signed out there, and what this computer keeps of it is wiped."
        cancel="Stay"
        action="Remove"
        danger
        onConfirm={forget}
      />
      <Confirm
        open={question !== null}
        onOpenChange={(open) => !open && setQuestion(null)}
        title="Drop what waits?"
        description={question}
        cancel="Stay"
        action="Leave and drop"
        danger
        onConfirm={() =>
          desk.forgetServer(origin, true).catch((error: unknown) => {
            failed(error);
            throw error;
          })
        }
      />
    </>
  );
}
