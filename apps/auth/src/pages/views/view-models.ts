/**
 * What the pages show: plain data, all of it escaped where it is written into a page. Addresses are paths of our own, unless it says
 * otherwise. Every form is a POST of `application/x-www-form-urlencoded` that carries `csrf`, and what its comment names.
 */

/** Every page with a form. */
export interface FormView {
  /** The token of this interaction or session: see csrf.ts. */
  csrf: string;
}

/**
 * A button that starts a WebAuthn ceremony. The browser script fetches the options by a POST with `csrf` to `options`, which answers
 * with the JSON of @simplewebauthn/server, and posts `csrf` and `response` (the credential as JSON text) to `action`. Without
 * JavaScript `response` is empty: the answer is the same page with the error `passkey-needs-script`.
 */
export interface PasskeyAction {
  options: string;
  action: string;
}

export interface IdentityProviderChoice {
  displayName: string;
  /** Posted: `csrf`. */
  action: string;
}

/** What went wrong with what somebody has entered; the words are in texts/. */
export const INPUT_ERRORS = [
  'username-missing',
  'code-wrong',
  'code-locked',
  'recovery-code-wrong',
  'passkey-failed',
  'passkey-unknown',
  'passkey-other-account',
  'passkey-needs-script',
  'passkey-exists',
  'name-missing',
  'already-gone',
  'too-many-tries',
  'not-possible',
  'other-account',
  'not-sufficient',
  'provider-failed',
  'try-again',
] as const;
export type InputError = (typeof INPUT_ERRORS)[number];

/** The first page of an interaction. Without local sign-in it has neither `continueTo` nor `passkey`, only providers. */
export interface SignInView extends FormView {
  /** The application's name; null on the domain's own account page. */
  application: string | null;
  /** What stands in the field: the login hint, or what was entered. */
  username: string;
  error: InputError | null;
  /** Posted: `csrf`, `username`. */
  continueTo: string | null;
  /** Posted too: `entered`, what stands in the field at that moment. */
  passkey: PasskeyAction | null;
  providers: readonly IdentityProviderChoice[];
  /** Back to the application without signing in. Posted: `csrf`. */
  cancel: string | null;
}

/** How the person who was named, known or not, can go on. A null method is not offered. Posted: `csrf`, `username`. */
export interface MethodsView extends FormView {
  application: string | null;
  username: string;
  /** `second`: one factor has been shown, and the application wants another one. */
  step: 'first' | 'second';
  error: InputError | null;
  passkey: PasskeyAction | null;
  email: string | null;
  sms: string | null;
  authenticatorApp: string | null;
  recoveryCode: string | null;
  providers: readonly IdentityProviderChoice[];
  /** The page to be named anew at. */
  startOver: string | null;
}

/** Asks for a code of the authenticator app, or for a recovery code. Posted: `csrf`, `username`, `code`. */
export interface CodeView extends FormView {
  application: string | null;
  username: string;
  error: InputError | null;
  action: string;
  /** The page with the other methods. */
  otherWay: string | null;
}

/** A link is on its way, if it is: the page is the same for names that nobody has. */
export interface InboxView extends FormView {
  channel: 'email' | 'sms';
  username: string;
  /** For how long the link can be used. */
  minutes: number;
  /** Sends another one. Posted: `csrf`, `username`. */
  again: string | null;
  otherWay: string | null;
}

/** Where a magic link leads: nothing has happened yet. Posted: `csrf`, and `fields`. */
export interface MagicLinkView extends FormView {
  account: string;
  /** The host that the person is led to, or the application's name. */
  destination: string;
  action: string;
  /** Hidden fields: the link's token. */
  fields: Readonly<Record<string, string>>;
}

/** A link that was asked for on one device is opened on another: both sides must be the same person. Posted: `csrf`, and `fields`. */
export interface OtherDeviceView extends FormView {
  application: string;
  account: string;
  allow: string;
  deny: string;
  fields: Readonly<Record<string, string>>;
}

/** After a magic link. Posted: `csrf`. */
export interface EnrolmentView extends FormView {
  /** `offer`: may be declined; `reset`: the old passkeys were removed; `required`: the application wants a stronger way to sign in. */
  reason: 'offer' | 'reset' | 'required';
  error: InputError | null;
  passkey: PasskeyAction | null;
  /** The page with the secret of an authenticator app. Posted: `csrf`. */
  authenticatorApp: string | null;
  notNow: string | null;
}

/** The secret of a new authenticator app. Posted: `csrf`, `code`. */
export interface AuthenticatorAppView extends FormView {
  /** `otpauth://totp/...`, which becomes the QR code. */
  uri: string;
  /** Base32. */
  secret: string;
  error: InputError | null;
  action: string;
  /** Posted: `csrf`. */
  cancel: string;
}

/** Shown once. Posted: `csrf`. */
export interface RecoveryCodesView extends FormView {
  codes: readonly string[];
  /** The same as a file. */
  download: string;
  continueTo: string;
}

/** Posted: `csrf`. */
export interface ConsentView extends FormView {
  application: string;
  account: string;
  /** Scope tokens; the standard ones are put into words. */
  scopes: readonly string[];
  /** Names of single claims that were asked for (OpenID Connect Core section 5.5). */
  claims: readonly string[];
  allow: string;
  deny: string;
}

export interface PasskeyItem {
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** It is kept on several devices (the BS flag of WebAuthn). */
  synced: boolean;
  /** Posted: `csrf`, `name`. */
  rename: string;
  /** Posted: `csrf`. */
  remove: string;
}

export interface SessionItem {
  /** What is known of the browser: "Firefox, Windows". Empty: nothing. */
  device: string;
  startedAt: Date;
  lastSeenAt: Date;
  current: boolean;
  /** Posted: `csrf`. */
  end: string;
}

/** What has just been done, told at the top of the account page. */
export const NOTICES = [
  'passkey-created',
  'passkey-renamed',
  'passkey-removed',
  'authenticator-app-set-up',
  'authenticator-app-removed',
  'session-ended',
  'sessions-ended',
] as const;
export type Notice = (typeof NOTICES)[number];

/** The signed-in person's own page. Posted: `csrf`, and what items say. */
export interface AccountView extends FormView {
  now: Date;
  /** How the person is named: a name, an address. */
  account: string;
  notice: Notice | null;
  error: InputError | null;
  /** They sign in by a provider: of what they could sign in with here nothing is shown. */
  federated: boolean;
  /** How that provider is called; null: nobody knows. */
  provider: string | null;
  passkeys: readonly PasskeyItem[];
  /** Without `options` a sign-in comes first: the button posts an ordinary form, and the answer leads there. */
  createPasskey: PasskeyAction | { action: string };
  authenticatorApp: { setUp: string } | { since: Date; lastUsedAt: Date | null; remove: string };
  /** Null: there are none, and can be none before there is something to recover from. */
  recoveryCodes: { left: number; regenerate: string } | null;
  sessions: readonly SessionItem[];
  /** Ends all but the current one. */
  endOtherSessions: string;
  signOut: string;
}

/** Asks whether to sign out. The button "Sign out" posts `fields` and `logout=yes`, the other one only `fields`. */
export interface SignOutView {
  application: string | null;
  action: string;
  fields: Readonly<Record<string, string>>;
}

export interface SignedOutView {
  /** Where to sign in again: an address of ours, or of the application. */
  continueTo: string | null;
}

/** An answer to an application by way of the browser (OAuth 2.0 Form Post Response Mode): the script submits it at once. */
export interface FormPostView {
  application: string;
  /** The redirect URI. */
  action: string;
  /** As a list, if a name may be there more than once. */
  fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
}

/** What can stop somebody; the words are in texts/. */
export const PAGE_ERRORS = [
  'not-found',
  'interaction-expired',
  'sign-in-finished',
  'answered-already',
  'link-unusable',
  'other-browser',
  'application-unknown',
  'application-request',
  'no-way-to-sign-in',
  'account-inactive',
  'provider-cancelled',
  'provider-unavailable',
  'provider-answer',
  'provider-over',
  'provider-off',
  'provider-no-account',
  'provider-too-weak',
  'forbidden',
  'too-many-requests',
  'unavailable',
  'internal',
] as const;
export type PageErrorKind = (typeof PAGE_ERRORS)[number];

export interface ErrorView {
  kind: PageErrorKind;
  /** How the identity provider is called that it is about; null: it is about none, or nobody knows. */
  provider: string | null;
  requestId: string;
  /** Where to begin again: a path of ours, or an address of the application. */
  backTo: string | null;
}
