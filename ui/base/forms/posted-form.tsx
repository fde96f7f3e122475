import { QueryClientContext } from '@tanstack/react-query';
import { use, type ComponentProps, type FormEvent } from 'react';
import { useLocation } from 'react-router-dom';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { CALL_FIELD, type PostedForm } from '#shared/posted-form.ts';
import { urlOf } from '#shared/url.ts';
import { Form } from '#ui/kit/controls/Form.tsx';
import { POSTED_FORM_KEY } from './posted-form-key.ts';

/** The path of the call that a form makes. */
export const callOf = (endpoint: Pick<AnyEndpoint, 'path'>, params?: Record<string, string>): string =>
  urlOf(endpoint.path, params, undefined);

/** The reply or the error of this form, if the browser posted it without scripts or before hydration. */
export function usePostedForm(call: string | undefined): PostedForm | null {
  const posted = use(QueryClientContext)?.getQueryData<PostedForm>(POSTED_FORM_KEY);
  return posted && posted.call === call ? posted : null;
}

/** Whether the browser was sent back to this page after it had posted a form. */
export const useWasSent = (): boolean => new URLSearchParams(useLocation().search).has('sent');

/** Sends a form of one button with the page's scripts. */
export const sendBy =
  ({ isPending, mutate }: { isPending: boolean; mutate: () => void }) =>
  (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };

interface PostFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'hidden'> {
  call: string;
  /** Fields that the person doesn't type, such as the token of a link. */
  hidden?: Record<string, string>;
}

/**
 * A form that the browser can send by itself, to its own page. The server makes the call and renders the page with the reply or
 * the errors (server/site/forms). A form without a class has the kit's spacing.
 */
export function PostForm({ call, hidden = {}, children, ...props }: PostFormProps) {
  const { pathname, search } = useLocation();
  const Element = props.className === undefined ? Form : 'form';
  return (
    // The server renders a shared page without the parameters that the page ignores.
    <Element noValidate method="post" action={pathname + search} suppressHydrationWarning {...props}>
      {Object.entries({ [CALL_FIELD]: call, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Element>
  );
}
