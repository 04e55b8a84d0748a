import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { idTokenContext, randomSecret, Sealer } from '@latchkey/crypto';
import { LOGGER, type Logger } from '@latchkey/observability';
import { FederatedLoginRepository, ServedIdentityProviderRepository, type KeptFederatedLogin } from '@latchkey/persistence';
import { buildEndSessionUrl, type Configuration } from 'openid-client';
import type { DomainRecord } from '../domain/domain-record.js';
import { SETTINGS } from '../settings/settings.module.js';
import { failureOf, FederationFailure } from './failure.js';
import { signOutCookie, sealReturn } from './sign-out-return.js';
import { UpstreamClients } from './upstream-clients.js';
import { redirectUriOf } from './upstream-request.js';

/** A session that has ended here, and where the browser goes afterwards. */
export interface EndedSession {
  /** The sign-in at the provider that had vouched for its user. */
  federation: string | undefined;
  returnTo: string;
}

/** Where the browser goes to end the session at the provider as well. */
export interface UpstreamSignOut {
  location: string;
  /** Of a Set-Cookie header: the way back. */
  cookie: string;
}

/** Ends sessions at providers: OpenID Connect RP-Initiated Logout 1.0. */
@Injectable()
export class UpstreamSignOuts {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly logins: FederatedLoginRepository,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly clients: UpstreamClients,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /** @returns null if there is none to end: no provider vouched for the user, or it has no such address, or does not answer */
  async of(domain: DomainRecord, { federation, returnTo }: EndedSession): Promise<UpstreamSignOut | null> {
    const login = federation === undefined ? null : await this.logins.find({ domainId: domain.id, uid: federation });
    if (!login) return null;
    const state = randomSecret();
    const { provider, idToken } = login;
    const hint = idToken && this.sealer.open(idToken, idTokenContext(domain.id, federation!)).toString('ascii');
    const location = await this.addressFor(domain, login, {
      post_logout_redirect_uri: `${redirectUriOf(domain, provider)}/signed-out`,
      state,
      ...(hint !== null && { id_token_hint: hint }),
    });
    if (location === null) return null;
    return { location, cookie: signOutCookie(domain, provider, sealReturn(this.sealer, domain, { state, returnTo })) };
  }

  /** Who signs out here is signed out, and led on, whatever the provider does, and says of itself. */
  private async addressFor(
    domain: DomainRecord,
    { provider: name, issuer }: KeptFederatedLogin,
    query: Record<string, string>,
  ): Promise<string | null> {
    const provider = await this.providers.findEvenOff(domain.id, name);
    if (provider?.issuer !== issuer) return null;
    try {
      return endSessionAddress(await this.clients.of(domain, provider), query);
    } catch (error) {
      const { reason } = failureOf(error);
      this.logger.warn({ domain: domain.name, provider: name, reason }, 'sign-out does not reach the provider');
      return null;
    }
  }
}

/** @returns null if the provider has none @throws FederationFailure if what it has leads to no page */
function endSessionAddress(client: Configuration, query: Record<string, string>): string | null {
  if (!client.serverMetadata().end_session_endpoint) return null;
  const { protocol, href } = buildEndSessionUrl(client, query);
  // Where http is permitted, the library lets every other scheme pass as well.
  if (!/^https?:$/.test(protocol)) throw new FederationFailure('wrong-answer');
  return href;
}
