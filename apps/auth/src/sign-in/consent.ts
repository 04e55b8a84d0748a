import { Injectable } from '@nestjs/common';
import { scopeTokens } from '@latchkey/oauth';
import { consentPage } from '../pages/consent.view.js';
import { People } from './people.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { show } from './presentation.js';
import { addressOf, parameterOf, type SignInVisit } from './visit.js';

/** Asks somebody who is signed in whether the application may have what it asks for. */
@Injectable()
export class Consent {
  constructor(private readonly people: People) {}

  async show(visit: SignInVisit): Promise<void> {
    const { interaction, domain, csrf, context } = visit;
    if (!interaction.session) throw new PageRefusal('interaction-expired', 400);
    const view = {
      csrf,
      application: interaction.client.clientId,
      account: await this.people.nameOf(domain, interaction.session.sub),
      scopes: scopeTokens(parameterOf(visit, 'scope') ?? ''),
      claims: requestedClaims(parameterOf(visit, 'claims')),
      allow: addressOf(visit, '/consent/allow'),
      deny: addressOf(visit, '/consent/deny'),
    };
    show(visit, consentPage(context, view));
  }
}

/** Claims that are asked for by name: OpenID Connect Core section 5.5. What tells of the sign-in itself is no wish to see anything. */
function requestedClaims(parameter: string | undefined): string[] {
  if (parameter === undefined) return [];
  const { id_token: idToken, userinfo } = JSON.parse(parameter) as Record<string, Record<string, unknown> | null | undefined>;
  const names = [...Object.keys(idToken ?? {}), ...Object.keys(userinfo ?? {})];
  return [...new Set(names)].filter((name) => !['acr', 'amr', 'auth_time', 'sub'].includes(name));
}
