import { getRequestEvent } from '@latchkey/observability';
import type { Channel, OfferedIdentityProvider } from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import type { PageContext } from '../../pages/page-context.js';
import { setFlashMessage } from '../../pages/http/flash-message.js';
import type { InputError } from '../../pages/views/view-models.js';
import type { Interaction } from '../../provider/interaction/interaction.service.js';
import { ACCOUNT_CLIENT_ID } from '../../provider/account-client.js';
import type { InteractionCookieData } from './interaction.cookie.js';

/** Characters. */
const MAX_USERNAME_LENGTH = 320;

/** A request of somebody who is about to sign in. */
export interface SignInContext extends DomainRequest {
  interaction: Interaction;
  /** What forms of this interaction bear. */
  csrf: string;
  pageContext: PageContext;
  /** What the browser remembers of its way here. */
  cookieData: InteractionCookieData;
  /** Lets it remember something else. */
  updateCookie(change: Partial<InteractionCookieData>): void;
  /** By which ways there is somebody to send links by. */
  availableChannels: Readonly<Record<Channel, boolean>>;
  /** The identity providers that there are for this client. */
  identityProviders: readonly OfferedIdentityProvider[];
}

/** An address of the interaction. */
export function getSignInPath({ interaction }: SignInContext, path = ''): string {
  return `/sign-in/${interaction.uid}${path}`;
}

/** The pages of an interaction, beside that of where somebody stands: each can be asked for again. */
export const PAGE_PATHS = {
  methods: '/methods',
  totp: '/authenticator-app',
  'recovery-code': '/recovery-code',
  email: '/email',
  sms: '/sms',
  newApp: '/new-authenticator-app',
  newCodes: '/recovery-codes',
} as const;

/** Sends the browser to one of the pages, which tells what was wrong. @param page see PAGES; empty: where somebody stands */
export function redirectWithError(
  requestContext: SignInContext,
  page: '' | (typeof PAGE_PATHS)[keyof typeof PAGE_PATHS],
  error: InputError | null = null,
): void {
  if (error !== null) setFlashMessage(requestContext, getSignInPath(requestContext, page), error);
  redirect(requestContext, getSignInPath(requestContext, page));
}

/** Where recovery codes that are made in this sign-in can be shown. */
export function displayScope({ interaction }: SignInContext): string {
  return `sign-in:${interaction.uid}`;
}

/** Takes note that the sign-in has ended, for whoever comes back to one of its pages. */
export function markSignInEnded(requestContext: SignInContext): void {
  requestContext.updateCookie({ ended: true });
}

/** How the application is called; null: it is the domain's own account page. */
export function getApplicationName({ interaction }: Pick<SignInContext, 'interaction'>): string | null {
  const { clientId } = interaction.client;
  return clientId === ACCOUNT_CLIENT_ID ? null : clientId;
}

/** A field of the form that was posted; empty if it is not there, or is there more than once. */
export function readFormField({ request }: DomainRequest, name: string): string {
  const value = (request as { body?: Record<string, unknown> }).body?.[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Who somebody says that they are, in a field of the form that was posted. */
export function getEnteredUsername(requestContext: DomainRequest, name: string): string {
  return readFormField(requestContext, name).slice(0, MAX_USERNAME_LENGTH);
}

/** A parameter of the authorization request. */
export function getAuthorizationParameter({ interaction }: Pick<SignInContext, 'interaction'>, name: string): string | undefined {
  const value = interaction.params[name];
  return typeof value === 'string' ? value : undefined;
}

/** Sends the browser on, by GET whatever came before: RFC 9110 section 15.4.4. */
export function redirect({ response }: DomainRequest, address: string): void {
  response.writeHead(303, { Location: address, 'Cache-Control': 'no-store' }).end();
}

/** Answers the script of our pages. */
export function sendJson({ response }: DomainRequest, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(value));
}

/** The `X-Request-Id` of a request. */
export function getRequestId({ response }: DomainRequest): string {
  return getRequestEvent(response).requestId;
}

/** Whether users of the domain itself may sign in to the client. */
export function allowsLocalUsers({ interaction }: Pick<SignInContext, 'interaction'>): boolean {
  return interaction.client.allowLocalLogin ?? true;
}
