/** View models of the account's pages: see view-models.ts. */

import type { EditableClaim } from '@latchkey/oauth';
import type { FormView, InputError, PasskeyAction, RequestedScopes } from './view-models.js';

export interface PasskeyItem {
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Whether the passkey is synced (the BS flag of WebAuthn). */
  synced: boolean;
  /** URL of the form with the fields `csrf` and `name`. */
  rename: string;
  /** Posted: `csrf`. */
  remove: string;
}

export interface SessionItem {
  /** Browser and system, such as "Firefox, Windows"; empty if unknown. */
  device: string;
  /** The IP address at the sign-in; null if unknown. */
  address: string | null;
  /** The name of its country; null if unknown. */
  country: string | null;
  startedAt: Date;
  lastSeenAt: Date;
  current: boolean;
  /** Posted: `csrf`. */
  end: string;
}

/** An agent of the user, with what it may do. */
export interface AgentItem extends RequestedScopes {
  name: string;
  /** Null: it does not expire. */
  expiresAt: Date | null;
  /** Posted: `csrf`. */
  end: string;
}

/** Confirmation of the last action, at the top of the account page. */
export const NOTICES = [
  'passkey-created',
  'passkey-renamed',
  'passkey-removed',
  'authenticator-app-set-up',
  'authenticator-app-removed',
  'session-ended',
  'sessions-ended',
  'agent-ended',
  'application-removed',
  'profile-saved',
  'email-link-sent',
  'email-changed',
] as const;
export type Notice = (typeof NOTICES)[number];

/** The user's account page. Its forms have the field `csrf` and the fields of each item. */
export interface AccountView extends FormView {
  now: Date;
  /** The user's time zone, such as `Europe/Berlin`; null if unknown. */
  timeZone: string | null;
  /** The user's name, or the username without one. */
  account: string;
  username: string;
  notice: Notice | null;
  error: InputError | null;
  /** The user signs in through an identity provider, so the page hides the local methods. */
  federated: boolean;
  /** Name of that identity provider; null if unknown. */
  provider: string | null;
  passkeys: readonly PasskeyItem[];
  /** Without `options`, the user must first sign in again: the button posts a plain form that redirects to the sign-in. */
  createPasskey: PasskeyAction | { action: string };
  authenticatorApp: { setUp: string } | { since: Date; lastUsedAt: Date | null; remove: string };
  /** Null if the user has no method that recovery codes could replace. */
  recoveryCodes: { left: number; regenerate: string } | null;
  sessions: readonly SessionItem[];
  /** Empty: the page says nothing of agents. */
  agents: readonly AgentItem[];
  /** Empty: the page says nothing of applications. */
  applications: readonly ApplicationItem[];
  /** Ends all sessions except the current one. */
  endOtherSessions: string;
}

/** An application that may act for the user. */
export interface ApplicationItem extends RequestedScopes {
  name: string;
  logo: string | null;
  since: Date;
  /** Posted: `csrf`. */
  remove: string;
}

/** The types of log entries that the page shows. Each has a text. */
export const ACTIVITIES = [
  'user.created',
  'user.updated',
  'user.roles.updated',
  'user.signed_in',
  'user.sign_in_failed',
  'user.signed_out',
  'device.allowed',
  'device.denied',
  'session.revoked',
  'magic_link.created',
  'magic_link.requested',
  'magic_link.used',
  'passkey.created',
  'passkey.deleted',
  'passkey.reset',
  'authenticator_app.created',
  'authenticator_app.deleted',
  'recovery_code.created',
  'recovery_code.used',
  'recovery_code.deleted',
  'client.active.updated',
  'client.access_removed',
] as const;

export interface ActivityItem {
  type: (typeof ACTIVITIES)[number];
  at: Date;
  /** Its name; null if none took part, or it is gone. */
  application: string | null;
  /** Whether an operator did it. */
  isByOther: boolean;
}

/** What happened to the account, newest first. */
export interface AccountActivityView extends FormView {
  items: readonly ActivityItem[];
  /** The next page; null: this is the last one. */
  older: string | null;
  now: Date;
  timeZone: string | null;
}

/** Why the value of a field is not accepted. */
export type ProfileFieldError = 'name' | 'address' | 'birthdate' | 'unusable';

/** The attributes of the user. Posted: `csrf`, `version` and each field. */
export interface AccountProfileView extends FormView {
  action: string;
  /** The state of the fields on which the form builds. */
  version: string;
  /** Empty: the user may change none. */
  fields: readonly { name: EditableClaim; value: string; error: ProfileFieldError | null }[];
  /** The address, and where the new one is posted as `email`; null: not here. */
  email: { address: string; action: string } | null;
  /** Names and values of attributes that the user cannot change here. */
  fixed: readonly (readonly [name: string, value: string])[];
  /** Where those come from; null: from the operator. */
  kind: 'provider' | 'directory' | null;
  /** The name of the identity provider; null for other kinds. */
  provider: string | null;
  notice: Notice | null;
  error: InputError | null;
}

/** The page of a link in a mail about an address. */
export interface EmailLinkView {
  address: string;
  action: string;
  /** Hidden. */
  fields: Readonly<Record<string, string>>;
}

/** Everything that is kept about the user, in short. The file has all of it. */
export interface AccountDataView extends FormView {
  /** Names and values. */
  attributes: readonly (readonly [name: string, value: string])[];
  /** How many rows of each kind; kinds without rows are missing. */
  counts: readonly {
    kind:
      | 'roles'
      | 'passkeys'
      | 'authenticatorApps'
      | 'recoveryCodes'
      | 'sessions'
      | 'applications'
      | 'agents'
      | 'messages'
      | 'magicLinks'
      | 'other';
    count: number;
  }[];
  download: string;
  /** The username to enter, as `confirmation`; null if the operator does not permit it. */
  deletion: { username: string; action: string } | null;
  error: InputError | null;
}

export interface AccountErasedView {
  erasedAt: Date;
  now: Date;
  download: string;
}
