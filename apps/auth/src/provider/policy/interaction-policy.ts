import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { ACR_VALUES, AUTHENTICATOR_ACR, meetsAcr, computeRequiredAcr } from '../../assurance/assurance.js';
import type { UserAccount } from '../accounts/account.service.js';
import { getClientPolicies, acceptsUsersOf } from '../accounts/client-policies.js';
import { saveGrant } from '../accounts/grants.js';
import { isRequestedSubject } from './requested-subject.js';
import { requestsFreshSignIn } from '../overrides/requested-parameters.js';
import type { ProviderClient } from '../adapters/provider-client.js';

const { Check, Prompt, base } = interactionPolicy;

/**
 * When users must sign in or consent. oidc-provider's OpenID Connect rules stay (`prompt`, `max_age`, no session). Its consent rules beyond
 * the client's policies are removed, and checks that it skips after a sign-in are added.
 */
export function createInteractionPolicy(): ReturnType<typeof base> {
  const policy = base();
  const login = policy.get('login')!;
  for (const reason of ['essential_acr', 'essential_acrs', 'id_token_hint', 'claims_id_token_sub_value']) login.checks.remove(reason);
  login.checks.add(
    new Check('select_account_prompt', 'the person is to choose who they are', 'account_selection_required', mustSelectAccount),
  );
  login.checks.add(new Check('create_prompt', 'the person is to create an account', 'interaction_required', mustCreateAccount));
  login.checks.add(new Check('just_now', 'a sign-in of this very moment is asked for', requiresFreshSignIn));
  login.checks.add(new Check('other_user', 'the request is about another user', 'login_required', isOtherUser));
  login.checks.add(new Check('reauthenticate', 'the client has no single sign-on', mustSignInAgain));
  login.checks.add(new Check('way_in', 'the client takes no users of this kind', violatesClientPolicies));
  login.checks.add(new Check('assurance', 'the client needs a surer sign-in', hasInsufficientAcr));
  login.checks.add(new Check('acr', 'a surer sign-in is asked for', lacksEssentialAcr));
  const consent = policy.get('consent')!;
  for (const reason of ['native_client_prompt', 'op_claims_missing']) consent.checks.remove(reason);
  consent.checks.add(new Check('policy', 'the client asks for consent every time', 'consent_required', mustConsent));
  consent.checks.add(new Check('unassured_client', 'any app may claim this redirect URI', 'interaction_required', isSilentNativeRequest));
  policy.add(signInBy('select_account'));
  policy.add(signInBy('create'));
  policy.add(new Prompt({ name: 'grant' }, new Check('unsaved', 'nothing is asked, the grant is kept', reuseGrant)));
  return policy;
}

/**
 * The request may ask for account selection (OpenID Connect Core section 3.1.2.1) or for a new account (Initiating User Registration via
 * OpenID Connect 1.0 section 4). Both mean signing in, so they are the same prompt: see mustSelectAccount and mustCreateAccount.
 */
function signInBy(name: 'select_account' | 'create') {
  const prompt = new Prompt({ name, requestable: true });
  prompt.checks.clear();
  return prompt;
}

/** A signed-in user can choose another account. */
function mustSelectAccount(ctx: KoaContextWithOIDC): boolean {
  return ctx.oidc.prompts.has('select_account') && !hasJustSignedIn(ctx);
}

/** A signed-in user can create another account. */
function mustCreateAccount(ctx: KoaContextWithOIDC): boolean {
  return ctx.oidc.prompts.has('create') && !hasJustSignedIn(ctx);
}

/** `max_age=0` is stored as `prompt=login`. It also requires a new sign-in at the identity provider. */
function requiresFreshSignIn(ctx: KoaContextWithOIDC): boolean {
  return requestsFreshSignIn(ctx) && !hasJustSignedIn(ctx);
}

function clientOf(ctx: KoaContextWithOIDC) {
  return (ctx.oidc.client as unknown as ProviderClient).record.client;
}

function hasJustSignedIn({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.result?.login !== undefined;
}

/** Only the user that the request names gets a response, even with `prompt=none`: OpenID Connect Core section 3.1.2.2. */
function isOtherUser({ oidc: { params, session } }: KoaContextWithOIDC): boolean {
  return session?.accountId !== undefined && !isRequestedSubject({ ...params }, session.accountId);
}

function mustSignInAgain(ctx: KoaContextWithOIDC): boolean {
  return getClientPolicies(clientOf(ctx)).includes('reauthenticate') && !hasJustSignedIn(ctx);
}

/** Whether the user signed in by a method that this client does not accept: as a local user, or with another identity provider. */
function violatesClientPolicies(ctx: KoaContextWithOIDC): boolean {
  const provider = (ctx.oidc.account as UserAccount | undefined)?.identityProvider;
  return provider !== undefined && !acceptsUsersOf(clientOf(ctx), provider);
}

async function hasInsufficientAcr(ctx: KoaContextWithOIDC): Promise<boolean> {
  const account = ctx.oidc.account as UserAccount | undefined;
  if (account === undefined) return false;
  const { acr } = ctx.oidc;
  if (!meetsAcr(acr, computeRequiredAcr({ policies: getClientPolicies(clientOf(ctx)), acrValues: [] }))) return true;
  // control: a session that a link alone began does not suffice, where the domain asks for authenticators
  return !meetsAcr(acr, AUTHENTICATOR_ACR) && (await account.mustUseAuthenticator());
}

/**
 * `acr_values` is voluntary (OpenID Connect Core section 3.1.2.1): a user who cannot meet it passes. An essential claim is not (section
 * 5.5.1.1): without it the request fails (OpenID Connect Unmet Authentication Requirements).
 */
function lacksEssentialAcr(ctx: KoaContextWithOIDC): boolean {
  const { acr, params, claims } = ctx.oidc;
  // An unmet voluntary claim does not fail a request that must not prompt.
  const wished = typeof params?.acr_values === 'string' && !ctx.oidc.promptPending('none') ? params.acr_values.split(' ') : [];
  if (wished.length > 0 && !hasJustSignedIn(ctx) && !meetsAcr(acr, computeRequiredAcr({ policies: [], acrValues: wished }))) return true;
  const essential = essentialAcrs(claims.id_token?.acr);
  if (!essential) return false;
  const ours = ACR_VALUES.filter((value) => essential.includes(value));
  if (ours.some((value) => meetsAcr(acr, value))) return false;
  if (ours.length > 0 && !hasJustSignedIn(ctx)) return true;
  throw new errors.CustomOIDCProviderError('unmet_authentication_requirements', 'none of the requested ACRs could be obtained');
}

function essentialAcrs(claim: unknown): unknown[] | null {
  const { essential, value, values } = (claim ?? {}) as { essential?: unknown; value?: unknown; values?: unknown };
  if (essential !== true || (value === undefined && values === undefined)) return null;
  if (values !== undefined && !Array.isArray(values)) throw new errors.InvalidRequest('invalid claims.id_token.acr.values type');
  return values ?? [value];
}

function mustConsent(ctx: KoaContextWithOIDC): boolean {
  return getClientPolicies(clientOf(ctx)).includes('consent') && ctx.oidc.result?.consent === undefined;
}

/** RFC 8252 section 8.6: any app on the device can register a private-use scheme, so a session alone must not yield a code. */
function isSilentNativeRequest(ctx: KoaContextWithOIDC): boolean {
  // A device has no redirect URI, and its user has just allowed it.
  const isPrivateUse = ctx.oidc.deviceCode === undefined && !/^https?:/i.test(String(ctx.oidc.params?.redirect_uri));
  return isPrivateUse && !hasJustSignedIn(ctx) && ctx.oidc.result?.consent === undefined;
}

/** Runs last, when no prompt is left. */
async function reuseGrant(ctx: KoaContextWithOIDC): Promise<boolean> {
  await saveGrant(ctx);
  return false;
}
