import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { PreparedDocuments } from '../overrides/prepared-document.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { chooseLanguage } from '../../pages/i18n/language.js';
import { createPageContext, type PageContext } from '../../pages/page-context.js';
import { BROWSER_HEADERS, buildPageHeaders, listBrandingPictures, ANY_IDENTITY_PROVIDER_URL } from '../../pages/http/page-headers.js';
import { formPostPage, signedOutPage, signOutPage } from '../../pages/views/sign-out.view.js';
import { getClientName } from '../../client/client-name.js';
import { ACCOUNT_CLIENT_ID } from '../../client/account-client.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { PATHS } from '../../protocol/endpoints.js';
import { describeError } from '../overrides/error-descriptions.js';

/** The pages that the protocol itself shows: for signing out, and for form_post responses. error-pages.ts contains the error pages. */

interface Page {
  html: string;
  /** Additional targets for a form of the page. */
  formTargets?: readonly string[];
}

/** RP-initiated logout, OpenID Connect RP-Initiated Logout 1.0. */
export function createLogoutPages(domain: CachedDomain) {
  return {
    logoutSource: (ctx: KoaContextWithOIDC): Promise<void> | void =>
      isLogoutConfirmedByHint(ctx) ? signOut(ctx) : showLogoutConfirmation(ctx, domain),
    postLogoutSuccessSource: (ctx: KoaContextWithOIDC): void =>
      sendProtocolPage(ctx, domain, { html: signedOutPage(getPageContext(ctx, domain), { continueTo: null }) }),
  };
}

/** A request with an ID token of the signed-in user need not ask for confirmation (section 2), because no other site has such a token. */
function isLogoutConfirmedByHint({ oidc }: KoaContextWithOIDC): boolean {
  const hint = oidc.entities.IdTokenHint as { payload: { sub?: string } } | undefined;
  return hint !== undefined && hint.payload.sub === oidc.session?.accountId;
}

function showLogoutConfirmation(ctx: KoaContextWithOIDC, domain: CachedDomain): void {
  const { secret, postLogoutRedirectUri } = getLogoutState(ctx);
  const action = withUiLocales(ctx, ctx.oidc.urlFor('end_session_confirm'));
  const application = getApplicationName(ctx);
  const ofApplication = postLogoutRedirectUri === undefined ? [] : [postLogoutRedirectUri];
  const formTargets = [...ofApplication, ...getUpstreamFormTargets(ctx, domain)];
  sendProtocolPage(ctx, domain, {
    html: signOutPage(getPageContext(ctx, domain), { application, action, fields: { xsrf: secret } }),
    formTargets,
  });
}

/** A federated user is redirected to the identity provider to sign out. Only the scheme matters: see page-headers.ts. */
function getUpstreamFormTargets({ oidc }: KoaContextWithOIDC, { issuer }: CachedDomain): string[] {
  return (oidc.session as { federation?: string } | undefined)?.federation === undefined ? [] : [ANY_IDENTITY_PROVIDER_URL, issuer];
}

/** Redirects if no user is signed in. oidc-provider would show a page that submits itself. */
export function skipConfirmationIfSignedOut(ctx: KoaContextWithOIDC): void {
  const session = ctx.oidc?.session;
  if (ctx.path === PATHS.endSession && ctx.status === 200 && session?.state && !session.accountId) redirectAfterLogout(ctx);
}

/** A user who declined stays signed in, so the page must not say otherwise. */
export function redirectToAccountIfDeclined(ctx: KoaContextWithOIDC): void {
  if (ctx.path !== PATHS.endSessionConfirmation || ctx.status !== 303 || ctx.oidc?.params?.logout !== undefined) return;
  const { origin, pathname } = new URL(ctx.response.get('Location'), ctx.href);
  if (`${origin}${pathname}` === ctx.oidc.urlFor('end_session_success')) ctx.set('Location', `${ctx.oidc.issuer}/account`);
}

/** Shows the last page in the language that the application has requested, which oidc-provider loses on the way. */
export function preserveUiLocales(ctx: KoaContextWithOIDC): void {
  const location = ctx.response.get('Location');
  const { origin, pathname } = new URL(location || '/', ctx.href);
  if (ctx.path === PATHS.endSessionConfirmation && `${origin}${pathname}` === ctx.oidc?.urlFor('end_session_success'))
    ctx.set('Location', withUiLocales(ctx, location));
}

async function signOut(ctx: KoaContextWithOIDC): Promise<void> {
  const { session, provider } = ctx.oidc;
  await session!.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/', signed: true, httpOnly: true, sameSite: 'lax', overwrite: true });
  redirectAfterLogout(ctx);
  provider.emit('end_session.success', ctx);
}

/** Redirects to the application, or otherwise to the page that confirms the sign-out. */
function redirectAfterLogout(ctx: KoaContextWithOIDC): void {
  const { postLogoutRedirectUri, state } = getLogoutState(ctx);
  const target = new URL(postLogoutRedirectUri ?? withUiLocales(ctx, ctx.oidc.urlFor('end_session_success')));
  if (postLogoutRedirectUri !== undefined && state !== undefined) target.searchParams.set('state', state);
  ctx.status = 303;
  ctx.redirect(target.href);
}

/** oidc-provider's state in the session while the user confirms a logout. */
function getLogoutState({ oidc }: KoaContextWithOIDC): { secret: string; postLogoutRedirectUri?: string; state?: string } {
  return oidc.session!.state as ReturnType<typeof getLogoutState>;
}

/** A response by OAuth 2.0 Form Post Response Mode. */
export function sendFormPostResponse(ctx: KoaContextWithOIDC, redirectUri: string, answer: Record<string, string>): void {
  const { domain } = ctx.oidc.provider as DomainProvider;
  const fields = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, String(value)]));
  const application = getApplicationName(ctx) ?? domain.name;
  const html = formPostPage(getPageContext(ctx, domain), { application, action: redirectUri, fields });
  ctx.status = 200;
  sendProtocolPage(ctx, domain, { html, formTargets: [redirectUri] });
}

/** oidc-provider's other pages run an inline script, whose hash it adds to the policy. */
export function protectLibraryPages(ctx: KoaContextWithOIDC): void {
  ctx.set(BROWSER_HEADERS as Record<string, string>);
  ctx.set('Content-Security-Policy', `default-src 'none'; script-src; frame-ancestors 'none'; base-uri 'none'`);
}

export function sendProtocolPage(ctx: KoaContextWithOIDC, domain: CachedDomain, { html, formTargets = [] }: Page): void {
  ctx.set(buildPageHeaders({ pictures: listBrandingPictures(domain.branding), formTargets }) as Record<string, string>);
  ctx.set('Content-Language', getPageContext(ctx, domain).language);
  ctx.body = html;
}

export function getPageContext(ctx: KoaContextWithOIDC, domain: CachedDomain): PageContext {
  return createPageContext(ctx.req, domain, getUiLocales(ctx));
}

/** `ui_locales`, OpenID Connect Core section 3.1.2.1 and RP-Initiated Logout section 2. */
function getUiLocales(ctx: KoaContextWithOIDC): string | undefined {
  const wanted = ctx.oidc?.params?.ui_locales ?? ctx.query['ui_locales'];
  return typeof wanted === 'string' ? wanted : undefined;
}

/** Adds the page's language to a URL of this service if the request has `ui_locales`. */
function withUiLocales(ctx: KoaContextWithOIDC, address: string): string {
  const target = new URL(address);
  const uiLocales = getUiLocales(ctx);
  if (uiLocales !== undefined)
    target.searchParams.set('ui_locales', chooseLanguage({ uiLocales, acceptLanguage: ctx.get('Accept-Language') }));
  return target.href;
}

function getApplicationName({ oidc }: KoaContextWithOIDC): string | null {
  const found = oidc.client as unknown as ProviderClient | undefined;
  return found === undefined || found.clientId === ACCOUNT_CLIENT_ID ? null : getClientName(found.record.client);
}

type ResponseMode = (ctx: KoaContextWithOIDC, redirectUri: string, answer: Record<string, string>) => void | Promise<void>;

/** Replaces oidc-provider's form_post page by one with the shared script, and its error descriptions. */
export class DomainProvider extends Provider {
  /** Set after construction; the form_post page needs it. */
  domain!: CachedDomain;
  /** The documents that this provider has rendered. */
  readonly documents: PreparedDocuments = new Map();

  override registerResponseMode(...[name, handler]: Parameters<Provider['registerResponseMode']>): void {
    const respond = (name === 'form_post' ? sendFormPostResponse : handler) as ResponseMode;
    const describe: ResponseMode = (ctx, redirectUri, answer) =>
      respond(ctx, redirectUri, answer['error'] === undefined ? answer : describeError(ctx, answer as typeof answer & { error: string }));
    super.registerResponseMode(name, describe as never);
  }
}
