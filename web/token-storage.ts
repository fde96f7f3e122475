import { FORM_LOGIN_COOKIE } from '#shared/posted-form.ts';
import type { TokenBox } from '#ui/base/session.ts';

const KEY = 'auth_token';

/** The token is in local storage or, if that is blocked, in this window's memory. */
let inWindow: string | null = null;
function read(): string | null {
  try {
    return localStorage.getItem(KEY) ?? inWindow;
  } catch {
    return inWindow;
  }
}

/** Whether a form has logged in, before scripts ran. Then the session is in a cookie, and there is no token. */
const hasFormLogin = (): boolean => document.cookie.includes(`${FORM_LOGIN_COOKIE}=1`);
const forgetFormLogin = (): void => void (document.cookie = `${FORM_LOGIN_COOKIE}=; Path=/; Max-Age=0`);

/** Called at the start of a page. A form has logged in after the stored token was issued, because storing one forgets that. */
export function preferFormLogin(): void {
  if (!hasFormLogin()) return;
  inWindow = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

export const webTokens: TokenBox = {
  kind: 'web',
  has: () => read() !== null || hasFormLogin(),
  token: read,
  keep(token) {
    forgetFormLogin();
    inWindow = token;
    try {
      localStorage.setItem(KEY, token);
    } catch {
      // Storage is blocked; the token stays in memory.
    }
  },
  drop() {
    forgetFormLogin();
    inWindow = null;
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  },
  watch: (changed) =>
    addEventListener('storage', (event) => {
      // `key` is null after localStorage.clear().
      if (event.key !== KEY && event.key !== null) return;
      inWindow = null;
      changed();
    }),
};

/** Marks the document of a visitor who asks for privacy, so that no ad loads. Every visitor gets the same document. */
export const privacyScript = `if(navigator.globalPrivacyControl||navigator.doNotTrack==='1')d.private=''`;

/** Runs before the first paint, so that the header reserves space for a logged-in user's menu. */
export const signedInScript = `try{if(localStorage.${KEY}||document.cookie.includes('${FORM_LOGIN_COOKIE}'))d.signedIn=''}catch{}`;
