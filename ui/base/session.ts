import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { AnyEndpoint, Input, Reply } from '#contract/endpoint.ts';
import { getMe, login, logout, type Me, register, signup, twoFactorSignIn } from '#contract/accounts/accounts.ts';
import { invitationAfter } from '#shared/next-path.ts';
import { dismissToast, toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, carryWith, sentenceOf } from '#ui/base/platform/api.ts';
import { deleteDraftsOf } from '#ui/base/platform/draft.ts';

export { authPath, nextPath } from '#shared/next-path.ts';

/** Stores the session token. The website stores it itself; the desktop host stores it and never shows it to the page. */
export interface TokenBox {
  kind: 'web' | 'desktop';
  /** Whether a token is stored. */
  has(): boolean;
  /** The bearer token, or null if the page does not hold it. */
  token(): string | null;
  keep(token: string): void;
  drop(): void;
  /** Asks for confirmation before signing out. Resolves to false if the user cancels. */
  leaving?(): Promise<boolean>;
  /** Calls back when another window signs in or out. */
  watch(changed: () => void): void;
}

interface SessionState {
  user: Me | null;
  /** False until the user was loaded, or is known to be signed out. Until then a null `user` means nothing. */
  isReady: boolean;
  /** Loading the user failed. The token is kept, so the user stays signed in and can try again. */
  hasFailed: boolean;
  /** The user signed out on purpose, so they go home instead of to the login page. */
  left: boolean;
}
export const useSession = create<SessionState>(() => ({ user: null, isReady: false, hasFailed: false, left: false }));
export const useUser = (): Me | null => useSession((state) => state.user);

let box: TokenBox | null = null;
let cache: QueryClient | null = null;
let restorePublicData = (): void => {};

/** Lets the stylesheet show the header for signed-in users before the user has loaded. */
const markSignedIn = (signedIn: boolean) => document.documentElement.toggleAttribute('data-signed-in', signedIn);

function setUser(user: Me | null, left = false): void {
  markSignedIn(user !== null);
  useSession.setState({ user, isReady: true, hasFailed: false, left });
}

/** Clears the token, the user, and everything fetched with the token. */
function clearSession(left = false): void {
  box?.drop();
  const previousUser = useSession.getState().user;
  if (left && previousUser) deleteDraftsOf(previousUser.id);
  setUser(null, left);
  if (!previousUser) return;
  cache?.clear();
  restorePublicData();
}

/**
 * Called once at startup. Loads the user only if a token is stored. `restoreData` puts the data of a server-rendered
 * page back into the cleared cache, because parts of the page may not have hydrated yet and need the data to match.
 */
export function startSession(client: QueryClient, tokens: TokenBox, restoreData = (): void => {}): void {
  box = tokens;
  cache = client;
  restorePublicData = restoreData;
  carryWith({
    token: () => tokens.token(),
    hasCookie: () => tokens.kind === 'web' && tokens.token() === null && tokens.has(),
    atWork: () => Date.now() - lastActivity < 30_000,
    ended(sentence = 'Your session has ended. Please log in again.') {
      const previousUser = useSession.getState().user;
      clearSession();
      if (previousUser) toast({ title: 'Signed out', description: sentence });
    },
  });
  tokens.watch(() => {
    if (!tokens.has()) clearSession();
    else void loadUser();
  });
  watchActivity();
  if (tokens.has()) void loadUser();
  else setUser(null);
}

/** Loads the user. Only a 401 signs out. After another failure, a user who was loaded before stays. */
export async function loadUser(): Promise<Me | null> {
  try {
    const user = await api(getMe, {});
    // A cookie alone does not sign this page in, unless a form has set it.
    if (box?.has()) setUser(user);
    else clearSession();
    return useSession.getState().user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) clearSession();
    else if (!useSession.getState().isReady) reportFailedLoad();
    return null;
  }
}

function reportFailedLoad(): void {
  useSession.setState({ hasFailed: true });
  toast({
    title: 'Error',
    description: 'Failed to fetch user',
    variant: 'destructive',
    action: {
      label: 'Try again',
      altText: 'Try again with the button at the top of the page.',
      onSelect: () => void loadUser(),
    },
  });
}

/** The toast of the last failed login, dismissed by the next attempt. */
let failureToast = 0;
/** For errors without a sentence. */
export const loginFailed = 'Invalid credentials';
export const registrationFailed = 'Failed to create account';

function finishLogin({ token, user }: { token: string; user: Me }, description: string): Me {
  box?.keep(token);
  setUser(user);
  dismissToast(failureToast);
  void cache?.invalidateQueries();
  toast({ title: 'Success', description, variant: 'good' });
  return user;
}

/** A login that still needs its second step. */
interface Challenge {
  challenge: string;
}

export async function signIn(body: { email: string; password: string }): Promise<Me | Challenge> {
  // An old token must not authenticate the new login.
  box?.drop();
  dismissToast(failureToast);
  try {
    const answer = await logIn({ ...body, kind: box?.kind ?? 'web' });
    if ('twoFactorRequired' in answer) return { challenge: answer.challenge };
    return finishLogin(answer, 'Logged in successfully');
  } catch (error) {
    failureToast = toast({
      title: 'Login failed',
      description: sentenceOf(error, loginFailed),
      variant: 'destructive',
    });
    throw error;
  }
}

/** Proves some work if the server asks for it, which it does while strangers try passwords. */
async function logIn(body: Input<typeof login>['body']): Promise<Reply<typeof login>> {
  try {
    return await api(login, { body });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.work) throw error;
    const { work } = error;
    const { prove } = await import('#ui/base/proof-of-work/prove.ts');
    return await api(login, { body: { ...body, proof: { token: work.challenge, proof: await prove(work) } } });
  }
}

export async function signInWithCode(body: { challenge: string; code: string }): Promise<Me> {
  return finishLogin(await api(twoFactorSignIn, { body }), 'Logged in successfully');
}

type NewAccount = { email: string; password: string } & ({ name: string } | { firstName: string; lastName: string });
export async function createAccount(body: NewAccount): Promise<Me> {
  box?.drop();
  const invitation = invitationAfter(location.search);
  try {
    const answer = await ('name' in body
      ? api(signup, { body: { ...body, invitation } })
      : api(register, { body: { ...body, invitation } }));
    return finishLogin(answer, 'Account created successfully');
  } catch (error) {
    toast({
      title: 'Registration failed',
      description: sentenceOf(error, registrationFailed),
      variant: 'destructive',
    });
    throw error;
  }
}

/** Logs in with the account that a page creates. */
export async function join(create: () => Promise<{ token: string; user: Me }>, welcome: string): Promise<Me> {
  box?.drop();
  return finishLogin(await create(), welcome);
}

/** Signs out at once in this window, even if the server cannot be reached. */
export async function signOut(call: AnyEndpoint = logout): Promise<void> {
  if (box?.leaving && !(await box.leaving())) return;
  const request = api(call, {} as never).catch(() => {});
  clearSession(true);
  toast({ title: 'Logged out', description: 'You have been logged out successfully' });
  await request;
}

/** For sessions that the server has already ended. */
export const forgetSession = (): void => clearSession(true);
export const updateUser = (user: Me): void => setUser(user);

/** When the user was last active here. Opening the page counts. */
let lastActivity = 0;

/** Reading and typing send no requests, so an occasional request reports them to the server as activity. */
function watchActivity(): void {
  const REPORT_INTERVAL = 4 * 60_000;
  let lastReport = (lastActivity = Date.now());
  const onActivity = () => {
    lastActivity = Date.now();
    if (!useSession.getState().user || lastActivity - lastReport < REPORT_INTERVAL) return;
    lastReport = lastActivity;
    void loadUser();
  };
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const)
    addEventListener(type, onActivity, { passive: true });
}
