import { useQuery } from '@tanstack/react-query';
import { humanCheck } from '#contract/site.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { queryOf } from '#ui/platform/query.ts';

export const humanCheckFailed = {
  title: 'Verification Failed',
  description: "Please solve the math problem correctly to confirm you're human.",
  variant: 'destructive',
} as const;

/** The addition the server asks for and verifies. It is renewed after every attempt and before it expires. */
export function useHumanCheck() {
  const { data, refetch } = useQuery({
    ...queryOf(humanCheck, {}),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 9 * 60_000,
  });
  return {
    sum: data,
    renew: () => void refetch(),
    /** Catches wrong answers early; the server decides. */
    solves: (answer: string) =>
      data !== undefined && /^\d{1,3}$/.test(answer.trim()) && Number(answer) === data.a + data.b,
  };
}

export function HumanCheckField(props: {
  sum: { a: number; b: number } | undefined;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}) {
  const { sum } = props;
  return (
    <Field label={sum ? `What is ${sum.a} + ${sum.b}?` : 'Loading a quick math question…'} error={props.error} required>
      <Input
        name="humanAnswer"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        style={{ maxWidth: '8rem' }}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Field>
  );
}
