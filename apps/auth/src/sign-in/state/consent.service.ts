import { Injectable } from '@nestjs/common';
import { listScopeClaims, splitScope } from '@latchkey/oauth';
import { getClientName } from '../../client/client-name.js';
import { consentPage } from '../../pages/views/consent.view.js';
import { listRequestedClaims } from '../../provider/accounts/claims.js';
import { groupScopes } from './requested-scopes.js';
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
    const scopes = splitScope(getAuthorizationParameter(requestContext, 'scope') ?? '');
    const view = {
      csrf,
      application: getClientName(interaction.client),
      presentation: interaction.client.presentation,
      returnsTo: getReturnHost(getAuthorizationParameter(requestContext, 'redirect_uri')),
      account: await this.userLookup.findDisplayName(domain, interaction.session.sub),
      ...groupScopes(domain, { client: interaction.client, scopes, resource: interaction.params['resource'] }),
      claims: listClaimsToAllow(requestContext),
      allow: getSignInPath(requestContext, '/consent/allow'),
      deny: getSignInPath(requestContext, '/consent/deny'),
    };
    sendSignInPage(requestContext, consentPage(pageContext, view), [interaction.client.presentation?.logoUri ?? null]);
  }
}

/** The host to which the answer goes; null if it goes to a program on the user's own device. */
function getReturnHost(redirectUri = ''): string | null {
  const url = URL.parse(redirectUri);
  return url?.protocol === 'https:' ? url.host : null;
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
