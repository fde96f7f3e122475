import type { TokenBox } from '#ui/accounts/session.ts';

const KEY = 'auth_token';

/** The browser keeps the token in local storage; where that is closed, in this window for as long as it is open. */
let inWindow: string | null = null;
function read(): string | null {
  try {
    return localStorage.getItem(KEY) ?? inWindow;
  } catch {
    return inWindow;
  }
}

export const webTokens: TokenBox = {
  kind: 'web',
  has: () => read() !== null,
  token: read,
  keep(token) {
    inWindow = token;
    try {
      localStorage.setItem(KEY, token);
    } catch {
      // Only this window then.
    }
  },
  drop() {
    inWindow = null;
    try {
      localStorage.removeItem(KEY);
    } catch {
      // There was nothing to drop.
    }
  },
  watch: (changed) =>
    addEventListener('storage', (event) => {
      // `key` is null when everything was cleared.
      if (event.key !== KEY && event.key !== null) return;
      inWindow = null;
      changed();
    }),
};

/** Runs before the first paint: a person who is signed in keeps their place in the header from the start. */
export const signedInScript = `try{if(localStorage.getItem('${KEY}'))document.documentElement.dataset.signedIn=''}catch{}`;
