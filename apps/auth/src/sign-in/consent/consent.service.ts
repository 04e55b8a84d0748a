import { Injectable } from '@nestjs/common';
import { splitScope } from '@latchkey/oauth';
import { consentPage } from '../../pages/views/consent.view.js';
import { listRequestedClaims } from '../../provider/tokens/claims.js';
import { UserLookupService } from '../state/user-lookup.service.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { sendSignInPage } from '../state/sign-in-pages.js';
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
      scopes: splitScope(getAuthorizationParameter(requestContext, 'scope') ?? ''),
      claims: parseRequestedClaims(getAuthorizationParameter(requestContext, 'claims')),
      allow: getSignInPath(requestContext, '/consent/allow'),
      deny: getSignInPath(requestContext, '/consent/deny'),
    };
    sendSignInPage(requestContext, consentPage(pageContext, view));
  }
}

/** Lists the individually requested claims (OpenID Connect Core section 5.5), except claims about the authentication itself. */
function parseRequestedClaims(parameter: string | undefined): string[] {
  if (parameter === undefined) return [];
  return listRequestedClaims(parameter).filter((name) => !['acr', 'amr', 'auth_time', 'sub'].includes(name));
}
