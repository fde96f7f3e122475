import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { getMe, login, logout, type Me, register, signup, twoFactorSignIn } from '#contract/accounts.ts';
import { dismissToast, toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, carryWith, sentenceOf } from '#ui/platform/api.ts';

/** Where the token of this sign-in is kept. The web keeps it itself; on the desktop the host does and never shows it. */
export interface TokenBox {
  kind: 'web' | 'desktop';
  /** Whether there is a sign-in to ask about. */
  has(): boolean;
  /** The bearer to send, where the page holds it. */
  token(): string | null;
  keep(token: string): void;
  drop(): void;
  /** Asked before somebody signs out; false when they think better of it. */
  leaving?(): Promise<boolean>;
  /** Calls back when another window signed in or out. */
  watch(changed: () => void): void;
}

interface SessionState {
  /** Signed in only with a token and a loaded user. */
  user: Me | null;
  /** Unknown until the first answer: before, nothing must be decided by it. */
  isReady: boolean;
  /** The person left on purpose: they go home, not to the login page. */
  left: boolean;
}
export const useSession = create<SessionState>(() => ({ user: null, isReady: false, left: false }));
export const useUser = (): Me | null => useSession((state) => state.user);

let box: TokenBox | null = null;
let cache: QueryClient | null = null;

/** On the page while it renders first: a signed-in person's header does not jump. */
const mark = (signedIn: boolean) => document.documentElement.toggleAttribute('data-signed-in', signedIn);

function become(user: Me | null, left = false): void {
  mark(user !== null);
  useSession.setState({ user, isReady: true, left });
}

/** Forgets the person here: the token, and everything that was fetched with it. */
function forget(left = false): void {
  box?.drop();
  const was = useSession.getState().user;
  become(null, left);
  if (was) cache?.clear();
}

/** Once, when the page starts. The user is asked for only when there is a token. */
export function startSession(client: QueryClient, tokens: TokenBox): void {
  box = tokens;
  cache = client;
  carryWith({
    token: () => tokens.token(),
    atWork: () => Date.now() - lastSign < 30_000,
    ended(sentence = 'Your sign-in has ended. Please sign in again.') {
      const was = useSession.getState().user;
      forget();
      if (was) toast({ title: 'Signed out', description: sentence });
    },
  });
  tokens.watch(() => {
    if (!tokens.has()) forget();
    else void loadUser();
  });
  keepAwake();
  if (tokens.has()) void loadUser();
  else become(null);
}

/** Asks who is signed in. A 401 forgets the token; another failure leaves it for the next try. */
export async function loadUser(): Promise<Me | null> {
  try {
    const user = await api(getMe, {});
    // The cookie alone is not a sign-in of this page.
    if (box?.has()) become(user);
    else forget();
    return useSession.getState().user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) forget();
    else useSession.setState({ isReady: true });
    return null;
  }
}

/** What was said about the last attempt; it is not true any more once there is another. */
let failure = 0;

function arrive({ token, user }: { token: string; user: Me }, description: string): Me {
  box?.keep(token);
  become(user);
  dismissToast(failure);
  void cache?.invalidateQueries();
  toast({ title: 'Success', description, variant: 'good' });
  return user;
}

/** A sign-in that waits for its second step. */
export interface Challenge {
  challenge: string;
}

export async function signIn(body: { email: string; password: string }): Promise<Me | Challenge> {
  // An earlier sign-in of this window must not decide about the new one.
  box?.drop();
  dismissToast(failure);
  try {
    const answer = await api(login, { body: { ...body, kind: box?.kind ?? 'web' } });
    if ('twoFactorRequired' in answer) return { challenge: answer.challenge };
    return arrive(answer, 'Logged in successfully');
  } catch (error) {
    failure = toast({
      title: 'Login failed',
      description: sentenceOf(error, 'Invalid credentials'),
      variant: 'destructive',
    });
    throw error;
  }
}

export async function signInWithCode(body: { challenge: string; code: string }): Promise<Me> {
  return arrive(await api(twoFactorSignIn, { body }), 'Logged in successfully');
}

type NewAccount = { email: string; password: string } & ({ name: string } | { firstName: string; lastName: string });
export async function createAccount(body: NewAccount): Promise<Me> {
  box?.drop();
  try {
    const answer = await ('name' in body ? api(signup, { body }) : api(register, { body }));
    return arrive(answer, 'Account created successfully');
  } catch (error) {
    toast({
      title: 'Registration failed',
      description: sentenceOf(error, 'Failed to create account'),
      variant: 'destructive',
    });
    throw error;
  }
}

/** Ends the sign-in here at once; the server is told, and reached or not, this window is signed out. */
export async function signOut(call: AnyEndpoint = logout): Promise<void> {
  if (box?.leaving && !(await box.leaving())) return;
  const told = api(call, {} as never).catch(() => {});
  forget(true);
  toast({ title: 'Logged out', description: 'You have been logged out successfully' });
  await told;
}

/** After the account is gone there is nobody to tell. */
export const forgetSession = (): void => forget(true);
export const updateUser = (user: Me): void => become(user);

/** When the person last did something here; opening the page counts. */
let lastSign = 0;

/** Reading or writing for a while is activity too, though it asks nothing of the server: it says so now and then. */
function keepAwake(): void {
  const EVERY = 4 * 60_000;
  let said = (lastSign = Date.now());
  const alive = () => {
    lastSign = Date.now();
    if (!useSession.getState().user || lastSign - said < EVERY) return;
    said = lastSign;
    void loadUser();
  };
  for (const sign of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const)
    addEventListener(sign, alive, { passive: true });
}

/** The path to go to after signing in: one of this site, else home. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next || !next.startsWith('/')) return '/';
  const here = 'https://here.invalid';
  const url = URL.canParse(next, here) ? new URL(next, here) : null;
  if (!url || url.origin !== here || url.pathname === '/auth') return '/';
  return url.pathname + url.search + url.hash;
}

/** Where signing in begins, with the way back. */
export const authPath = (next: string): string => `/auth?next=${encodeURIComponent(next)}`;
