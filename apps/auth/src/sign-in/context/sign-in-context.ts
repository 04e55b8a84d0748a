import { getRequestEvent } from '@latchkey/observability';
import type { Channel, OfferedIdentityProvider } from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import type { PageContext } from '../../pages/page-context.js';
import { setFlashMessage } from '../../pages/http/flash-message.js';
import type { InputError } from '../../pages/views/view-models.js';
import type { Interaction } from '../../authorization/interaction.service.js';
import { getClientName } from '../../client/client-name.js';
import { ACCOUNT_CLIENT_ID } from '../../client/account-client.js';
import type { InteractionCookieData } from './interaction.cookie.js';

const MAX_USERNAME_LENGTH = 320;

/** A user who has signed in with the browser before. */
export interface KnownAccount {
  sub: string;
  username: string;
}

/** A request within a sign-in. */
export interface SignInContext extends DomainRequest {
  interaction: Interaction;
  /** CSRF token of the interaction's forms. */
  csrf: string;
  pageContext: PageContext;
  /** Decrypted data of the interaction cookie. */
  cookieData: InteractionCookieData;
  /** Writes changed data to the interaction cookie. */
  updateCookie(change: Partial<InteractionCookieData>): void;
  /** Channels through which the service can send magic links. */
  availableChannels: Readonly<Record<Channel, boolean>>;
  /** Accounts to choose from, the last one first; empty unless the application asks for a choice. */
  knownAccounts: readonly KnownAccount[];
  /** Identity providers offered to users of this client. */
  identityProviders: readonly OfferedIdentityProvider[];
}

export function getSignInPath({ interaction }: SignInContext, path = ''): string {
  return `/sign-in/${interaction.uid}${path}`;
}

/** Paths of the interaction's pages below its first page. The user can reload each of them. */
export const PAGE_PATHS = {
  methods: '/methods',
  totp: '/authenticator-app',
  'recovery-code': '/recovery-code',
  email: '/email',
  sms: '/sms',
  newApp: '/new-authenticator-app',
  newCodes: '/recovery-codes',
  signUp: '/sign-up',
  signUpSent: '/sign-up/sent',
} as const;

/** Redirects to a page of the interaction, which shows the error once. @param page one of PAGE_PATHS; empty for the current step */
export function redirectWithError(
  requestContext: SignInContext,
  page: '' | (typeof PAGE_PATHS)[keyof typeof PAGE_PATHS],
  error: InputError | null = null,
): void {
  if (error !== null) setFlashMessage(requestContext, getSignInPath(requestContext, page), error);
  redirect(requestContext, getSignInPath(requestContext, page));
}

/** The scope in which recovery codes created in this sign-in can be displayed. */
export function displayScope({ interaction }: SignInContext): string {
  return `sign-in:${interaction.uid}`;
}

/** Marks the sign-in as ended in the browser, so that its pages can explain this later. */
export function markSignInEnded(requestContext: SignInContext): void {
  requestContext.updateCookie({ ended: true });
}

/** @returns the application's name; null for the domain's own account page */
export function getApplicationName({ interaction }: Pick<SignInContext, 'interaction'>): string | null {
  return interaction.client.clientId === ACCOUNT_CLIENT_ID ? null : getClientName(interaction.client);
}

/** Reads a form field. @returns an empty string if the field is missing or repeated */
export function readFormField({ request }: DomainRequest, name: string): string {
  const value = (request as { body?: Record<string, unknown> }).body?.[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Reads a username from a form field, and truncates it. */
export function getEnteredUsername(requestContext: DomainRequest, name: string): string {
  return readFormField(requestContext, name).slice(0, MAX_USERNAME_LENGTH);
}

/** Reads a parameter of the authorization request. */
export function getAuthorizationParameter({ interaction }: Pick<SignInContext, 'interaction'>, name: string): string | undefined {
  const value = interaction.params[name];
  return typeof value === 'string' ? value : undefined;
}

/** Redirects with 303, so that the browser follows with GET: RFC 9110 section 15.4.4. */
export function redirect({ response }: DomainRequest, address: string): void {
  response.writeHead(303, { Location: address, 'Cache-Control': 'no-store' }).end();
}

/** Sends a JSON response to the page script. */
export function sendJson({ response }: DomainRequest, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(value));
}

export function getRequestId({ response }: DomainRequest): string {
  return getRequestEvent(response).requestId;
}

/** Whether the client allows users of the domain to sign in without an identity provider. */
export function allowsLocalUsers({ interaction }: Pick<SignInContext, 'interaction'>): boolean {
  return interaction.client.allowLocalLogin ?? true;
}

/** Whether people can create an account within this request. */
export function allowsSignUp(requestContext: Pick<SignInContext, 'domain' | 'interaction' | 'availableChannels'>): boolean {
  return requestContext.domain.signUp === 'Open' && requestContext.availableChannels.email && allowsLocalUsers(requestContext);
}

/** Whether the application asks for a new account: Initiating User Registration via OpenID Connect 1.0 section 4. */
export function requestsNewAccount(requestContext: SignInContext): boolean {
  const prompts = getAuthorizationParameter(requestContext, 'prompt')?.split(' ') ?? [];
  return prompts.includes('create') && allowsSignUp(requestContext);
}
