/*
 * A browser without scripts, or before hydration, posts a form to the form's own page. A hidden field names the API call, and the
 * page is rendered again with the reply or the errors.
 */

/** The hidden field with the path of the API call, such as /api/contact. */
export const CALL_FIELD = '_call';
/** A field that no person sees. Bots that fill in every field fill it in, too. */
export const TRAP = 'homepage';

/** A cookie that scripts can read. It says that a form has logged in, so this browser's session is in a cookie of its own. */
export const FORM_LOGIN_COOKIE = 'enamel-form-login';

export interface PostedForm {
  call: string;
  /** The fields as the call takes them, without secrets. */
  values: Record<string, unknown>;
  /** The reply of a successful call whose page shows it. */
  reply?: unknown;
  error?: { code: string; message: string; fields: Record<string, string> };
}
