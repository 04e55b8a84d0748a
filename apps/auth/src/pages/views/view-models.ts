/**
 * View models of the pages: plain data, escaped by the views. URLs are local paths unless noted. Every form is a POST of
 * `application/x-www-form-urlencoded` with `csrf` and the fields in its comment.
 */

import type { ClientPresentation } from '@latchkey/persistence';
import type { IconName } from '../components/icon.js';

/** A page with a form. */
export interface FormView {
  /** CSRF token of the interaction or session: see csrf.ts. */
  csrf: string;
}

/**
 * A button that starts a WebAuthn ceremony. The script posts `csrf` to `options`, which responds with the JSON of @simplewebauthn/server,
 * and then posts `csrf` and `response` (the credential as JSON) to `action`. Without JavaScript `response` is empty, and the same page
 * shows the error `passkey-needs-script`.
 */
export interface PasskeyAction {
  options: string;
  action: string;
}

export interface IdentityProviderChoice {
  displayName: string;
  mark: IconName;
  /** Whether this browser used it last. */
  isRemembered: boolean;
  /** Posted: `csrf`. */
  action: string;
}

/** The methods of MethodsView. */
export type SignInMethod = 'passkey' | 'email' | 'sms' | 'authenticatorApp' | 'recoveryCode';

/** Input errors. Their texts are in texts/. */
export const INPUT_ERRORS = [
  'username-missing',
  'email-invalid',
  'code-wrong',
  'code-locked',
  'recovery-code-wrong',
  'passkey-failed',
  'passkey-unknown',
  'passkey-other-account',
  'passkey-needs-script',
  'passkey-exists',
  'name-missing',
  'confirmation-wrong',
  'profile-changed',
  'profile-invalid',
  'email-same',
  'already-gone',
  'too-many-tries',
  'device-code-wrong',
  'not-possible',
  'other-account',
  'not-sufficient',
  'provider-failed',
  'try-again',
] as const;
export type InputError = (typeof INPUT_ERRORS)[number];

/** The first page of an interaction. Without local sign-in, `continueTo` and `passkey` are null and only identity providers remain. */
export interface SignInView extends FormView {
  /** The application's name; null on the domain's own account page. */
  application: string | null;
  /** Initial value of the field: the login hint or the entered username. */
  username: string;
  error: InputError | null;
  /** URL of the username form, with the fields `csrf` and `username`. */
  continueTo: string | null;
  /** Accounts that have signed in with this browser before; empty unless the application asks for a choice. */
  accounts: readonly { username: string; isSignedIn: boolean }[];
  /** URL of the form that removes an account from this browser, with the fields `csrf` and `username`. */
  forget: string;
  /** Its form has the additional field `entered`, the current value of the username field. */
  passkey: PasskeyAction | null;
  providers: readonly IdentityProviderChoice[];
  /** URL of the page that creates an account; null if the domain does not offer it. */
  signUp: string | null;
  /** URL of the form that returns to the application without signing in, with the field `csrf`. */
  cancel: string | null;
}

/** Asks for the mail address of a new account. The form fields are `csrf`, `username` (the address) and `requested`. */
export interface SignUpView extends FormView {
  application: string | null;
  /** Initial value of the field. */
  email: string;
  error: InputError | null;
  /** JSON of a proof of work, which the script solves and posts as `altcha`; null if none is asked for. */
  challenge: string | null;
  requestCount: number;
  action: string;
  /** URL of the sign-in page. */
  signIn: string;
  /** URL of the form that returns to the application, with the field `csrf`. */
  cancel: string;
}

/** The page of a sign-up link before it is consumed. The form fields are `csrf`, `name` and `fields`. */
export interface NewAccountView extends FormView {
  email: string;
  /** Initial value of the field: what the operator knows of an invited person. */
  name: string;
  destination: string;
  error: InputError | null;
  action: string;
  /** Hidden fields: the token of the link. */
  fields: Readonly<Record<string, string>>;
}

/** Methods for the entered username, known or not. Null if a method is not offered. The form fields are `csrf` and `username`. */
export interface MethodsView extends FormView {
  application: string | null;
  username: string;
  /** `second`: the user has completed one factor, and the application requires another. */
  step: 'first' | 'second';
  error: InputError | null;
  /** The method that this browser used last. */
  remembered: SignInMethod | null;
  passkey: PasskeyAction | null;
  email: string | null;
  sms: string | null;
  authenticatorApp: string | null;
  recoveryCode: string | null;
  providers: readonly IdentityProviderChoice[];
  /** URL of the form to enter another username. */
  startOver: string | null;
  /** URL of the form that returns to the application without signing in, with the field `csrf`. */
  cancel: string | null;
}

/** Asks for a code of the authenticator app, or a recovery code. The form fields are `csrf`, `username` and `code`. */
export interface CodeView extends FormView {
  application: string | null;
  username: string;
  error: InputError | null;
  action: string;
  otherWay: string | null;
}

/** Confirms that a link is on its way. The page is the same for unknown usernames. */
export interface InboxView extends FormView {
  purpose: 'sign-in' | 'sign-up';
  channel: 'email' | 'sms';
  /** For a sign-up, the address. */
  username: string;
  /** Lifetime of the link. */
  minutes: number;
  /** Whether no link was sent because the browser requested too many in this sign-in. */
  isLimited: boolean;
  requestCount: number;
  /** URL of the form that sends another link, with the fields `csrf`, `username` and `requested`. */
  again: string | null;
  /** URL of the choice of methods; for a sign-up, of the sign-in page. */
  otherWay: string | null;
  /** For a user who opens the link in another tab. `progress` returns `{ "continues": boolean }`. The form posts `csrf` to `continueTo`. */
  waiting: { progress: string; continueTo: string } | null;
}

/** The page of a magic link before it is consumed. The form fields are `csrf` and `fields`. */
export interface MagicLinkView extends FormView {
  account: string;
  /** Host of the redirect target, or the application's name. */
  destination: string;
  action: string;
  /** Hidden fields: the token of the link. */
  fields: Readonly<Record<string, string>>;
}

/** Confirmation for a link opened in another browser than the one that requested it. The form fields are `csrf` and `fields`. */
export interface OtherDeviceView extends FormView {
  application: string;
  account: string;
  allow: string;
  deny: string;
  fields: Readonly<Record<string, string>>;
}

/** Enrolment after a magic link. The form field is `csrf`. */
export interface EnrolmentView extends FormView {
  /** `offer`: optional; `reset`: the old passkeys were removed; `required`: the application requires a stronger method. */
  reason: 'offer' | 'reset' | 'required';
  error: InputError | null;
  passkey: PasskeyAction | null;
  /** URL of the page with the secret of an authenticator app. Its form field is `csrf`. */
  authenticatorApp: string | null;
  notNow: string | null;
  /** URL of the form that returns to the application without signing in, if enrolment is required. Its field is `csrf`. */
  cancel: string | null;
}

/** The secret of a new authenticator app. The form fields are `csrf` and `code`. */
export interface AuthenticatorAppView extends FormView {
  /** `otpauth://totp/...`, rendered as the QR code. */
  uri: string;
  /** The secret in base32. */
  secret: string;
  error: InputError | null;
  action: string;
  /** Posted: `csrf`. */
  cancel: string;
}

/** New recovery codes. The form field is `csrf`. */
export interface RecoveryCodesView extends FormView {
  codes: readonly string[];
  /** URL of the codes as a text file. */
  download: string;
  continueTo: string;
}

/** What an application asks for. */
export interface RequestedScopes {
  /** Scope tokens that belong to no API. Standard scopes have descriptions. */
  scopes: readonly string[];
  /** What it asks for at APIs of the domain, in the operator's words. */
  apis: readonly { name: string; descriptions: readonly string[] }[];
}

export interface ConsentView extends FormView, RequestedScopes {
  application: string;
  /** What the operator shows of the application; null: its id alone. */
  presentation: ClientPresentation | null;
  /** The host that gets the answer; null for a program on the user's device. */
  returnsTo: string | null;
  account: string;
  /** Individually requested claims (OpenID Connect Core section 5.5). */
  claims: readonly string[];
  allow: string;
  deny: string;
}

/** Asks for the code that a device shows. The form fields are `csrf` and `user_code`. */
export interface DeviceCodeView extends FormView {
  /** Initial value of the field: the code in the link of the device. */
  code: string;
  error: InputError | null;
  action: string;
}

/** What a device asks for. The form fields are `csrf` and `user_code`. */
export interface DeviceConfirmationView extends FormView, RequestedScopes {
  /** As the device shows it. */
  code: string;
  application: string;
  /** The signed-in user; null if nobody is signed in yet. */
  account: string | null;
  allow: string;
  deny: string;
}

export interface DeviceOutcomeView {
  /** `over`: the code is unknown, expired or used. */
  outcome: 'allowed' | 'denied' | 'over';
  /** The page that asks for a code. */
  enterCode: string;
}

/** Asks whether to sign out. "Sign out" posts `fields` and `logout=yes`; "Stay signed in" posts only `fields`. */
export interface SignOutView {
  application: string | null;
  action: string;
  fields: Readonly<Record<string, string>>;
}

export interface SignedOutView {
  /** Where to sign in again: a local path or the application's URL. */
  continueTo: string | null;
}

/** A response to an application by OAuth 2.0 Form Post Response Mode. The script submits it automatically. */
export interface FormPostView {
  application: string;
  /** The redirect URI. */
  action: string;
  /** A list if a name repeats. */
  fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
}

/** Kinds of error pages. Their texts are in texts/. */
export const PAGE_ERRORS = [
  'not-found',
  'interaction-expired',
  'request-expired',
  'sign-in-finished',
  'answered-already',
  'link-unusable',
  'account-not-created',
  'email-taken',
  'other-browser',
  'application-unknown',
  'application-request',
  'sign-out-request',
  'no-way-to-sign-in',
  'account-inactive',
  'provider-cancelled',
  'provider-unavailable',
  'provider-answer',
  'provider-over',
  'provider-off',
  'provider-no-account',
  'provider-too-weak',
  'provider-not-allowed',
  'forbidden',
  'too-many-requests',
  'unavailable',
  'internal',
] as const;
export type PageErrorKind = (typeof PAGE_ERRORS)[number];

/** A request to a host that is not an active domain. */
export interface UnknownHostView {
  /** The host of the request; null if it does not name a valid one. */
  host: string | null;
  /** Active domains, in development only. */
  examples: readonly { name: string; url: string }[];
  requestId: string;
}

export interface ErrorView {
  kind: PageErrorKind;
  /** Name of the affected identity provider; null if none or unknown. */
  provider: string | null;
  requestId: string;
  /** Where to start again: a local path or the application's URL. */
  backTo: string | null;
  /** Information for the application's developer (RFC 6749 section 4.1.2.1), in English; null if the request was not an OAuth request. */
  oauthError: { code: string; description: string } | null;
}
