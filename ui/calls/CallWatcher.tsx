import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { answerCall, type CallAnswer } from '#contract/calls.ts';
import { readVisitId, visitHeaders } from '#ui/insights/visit-id.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { api } from '#ui/base/platform/api.ts';
import { forgetTap, readTap, type CallTap } from './call-tap.ts';
import { mayAsk, rememberQuestion, watchReturn } from './watch-return.ts';
import css from './CallWatcher.module.css';

const THANKS_MS = 3_000;
const choices = [
  ['yes', 'Yes'],
  ['no', 'No'],
  ['wrong_number', 'Wrong number'],
] as const satisfies readonly (readonly [CallAnswer, string])[];

/** "5125550142" becomes "(512) 555-0142". */
const formatPhone = (phone: string): string => phone.replace(/^\+?1?(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** Asks once when a person returns from a call. */
export default function CallWatcher({ tappedAt }: { tappedAt: number }) {
  const [question, setQuestion] = useState<CallTap | null>(null);
  const [hasAnswered, setHasAnswered] = useState(false);
  useEffect(() => {
    const tap = readTap();
    if (!tap) return undefined;
    return watchReturn(tap, { isReload: tappedAt === 0 }, (isRecent) => {
      forgetTap();
      // The server counts only answers from a visit that it knows.
      if (!isRecent || !mayAsk(tap) || readVisitId() === null) return;
      rememberQuestion(tap);
      setHasAnswered(false);
      setQuestion(tap);
    });
  }, [tappedAt]);
  useEffect(() => {
    if (!hasAnswered) return undefined;
    const timer = setTimeout(() => setQuestion(null), THANKS_MS);
    return () => clearTimeout(timer);
  }, [hasAnswered]);
  if (!question) return null;
  const answer = (value: CallAnswer) => {
    setHasAnswered(true);
    // A lost answer is no reason to bother anyone.
    api(
      answerCall,
      { params: { id: String(question.dentistId) }, body: { answer: value } },
      { headers: visitHeaders() },
    ).catch(() => {});
  };
  return (
    <section className={css.question} aria-label="Your call" role="status">
      {hasAnswered ? (
        <p className={css.title}>Thanks for telling us.</p>
      ) : (
        <>
          <div className={css.head}>
            <div>
              <p className={css.title}>Did they answer?</p>
              <p className={css.detail}>
                {question.phone ? `You called ${formatPhone(question.phone)}. ` : ''}We only count the answers.
              </p>
            </div>
            <IconButton label="Dismiss" size="small" className={css.close} onClick={() => setQuestion(null)}>
              <X />
            </IconButton>
          </div>
          <div className={css.choices}>
            {choices.map(([value, label]) => (
              <Button key={value} size="small" onClick={() => answer(value)}>
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
