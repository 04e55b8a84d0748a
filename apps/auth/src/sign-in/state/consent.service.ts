import { Injectable } from '@nestjs/common';
import { listScopeClaims, splitScope } from '@latchkey/oauth';
import { consentPage } from '../../pages/views/consent.view.js';
import type { ConsentView } from '../../pages/views/view-models.js';
import { listRequestedClaims } from '../../provider/accounts/claims.js';
import { UserLookupService } from './user-lookup.service.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { sendSignInPage } from './sign-in-pages.js';
import { getSignInPath, getAuthorizationParameter, type SignInContext } from '../context/sign-in-context.js';

/** Shows the consent page to a signed-in user. */
@Injectable()
export class ConsentService {
  constructor(private readonly userLookup: UserLookupService) {}

  async show(requestContext: SignInContext): Promise<void> {
    const { interaction, domain, csrf, pageContext } = requestContext;
    if (!interaction.session) throw new PageRefusal('interaction-expired', 400);
    const view = {
      csrf,
      application: interaction.client.clientId,
      account: await this.userLookup.findDisplayName(domain, interaction.session.sub),
      ...listScopesToAllow(requestContext),
      claims: listClaimsToAllow(requestContext),
      allow: getSignInPath(requestContext, '/consent/allow'),
      deny: getSignInPath(requestContext, '/consent/deny'),
    };
    sendSignInPage(requestContext, consentPage(pageContext, view));
  }
}

/** The requested scopes: at the APIs that the request names (RFC 8707), with their descriptions, and the others. */
function listScopesToAllow(requestContext: SignInContext): Pick<ConsentView, 'scopes' | 'apis'> {
  const { domain, interaction } = requestContext;
  const requested = splitScope(getAuthorizationParameter(requestContext, 'scope') ?? '');
  const resources = [interaction.params['resource']].flat().flatMap((name) => domain.resources.get(String(name)) ?? []);
  const apis = resources.map((api) => {
    const granted = new Set(api.listScopesOf(interaction.client));
    return { name: api.name, scopes: api.scopes.filter(({ scope }) => granted.has(scope) && requested.includes(scope)) };
  });
  const ofApis = new Set(apis.flatMap(({ scopes }) => scopes.map(({ scope }) => scope)));
  return {
    scopes: requested.filter((scope) => !ofApis.has(scope)),
    apis: apis
      .filter(({ scopes }) => scopes.length > 0)
      .map(({ name, scopes }) => ({ name, descriptions: scopes.map(({ scope, description }) => description || scope) })),
  };
}

/**
 * The individually requested claims (OpenID Connect Core section 5.5) that the user can allow: those that a scope of the client could add,
 * without those of the requested scope. Claims about the authentication itself are reserved and never included.
 */
function listClaimsToAllow(requestContext: SignInContext): string[] {
  const parameter = getAuthorizationParameter(requestContext, 'claims');
  if (parameter === undefined) return [];
  const { domain, interaction } = requestContext;
  const { id_token: list } = domain.claimLists;
  const possible = new Set(listScopeClaims(list, interaction.client.scope));
  for (const name of listScopeClaims(list, getAuthorizationParameter(requestContext, 'scope') ?? '')) possible.delete(name);
  return listRequestedClaims(parameter).filter((name) => possible.has(name));
}
