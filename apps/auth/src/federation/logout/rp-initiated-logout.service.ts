import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { idTokenContext, randomSecret, Encryptor } from '@latchkey/crypto';
import { LOGGER, type Logger } from '@latchkey/observability';
import { FederatedLoginRepository, ServedIdentityProviderRepository, type KeptFederatedLogin } from '@latchkey/persistence';
import { buildEndSessionUrl, type Configuration } from 'openid-client';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { toFederationFailure, FederationFailure } from '../federation-failure.js';
import { buildPostLogoutCookie, encryptPostLogoutRedirect } from './post-logout-redirect.cookie.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import { buildRedirectUri } from '../upstream/upstream-authorization-request.js';

/** A session that has ended here, and where the browser goes afterwards. */
export interface EndedSession {
  /** The sign-in at the provider that had vouched for its user. */
  federation: string | undefined;
  returnTo: string;
}

/** Where the browser goes to end the session at the provider as well. */
export interface RpInitiatedLogout {
  location: string;
  /** Of a Set-Cookie header: the way back. */
  cookie: string;
}

/** Ends sessions at providers: OpenID Connect RP-Initiated Logout 1.0. */
@Injectable()
export class RpInitiatedLogoutService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly logins: FederatedLoginRepository,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly clients: UpstreamClientService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** @returns null if there is none to end: no provider vouched for the user, or it has no such address, or does not answer */
  async start(domain: CachedDomain, { federation, returnTo }: EndedSession): Promise<RpInitiatedLogout | null> {
    const login = federation === undefined ? null : await this.logins.find({ domainId: domain.id, uid: federation });
    if (!login) return null;
    const state = randomSecret();
    const { provider, idToken } = login;
    const hint = idToken && this.encryptor.decrypt(idToken, idTokenContext(domain.id, federation!)).toString('ascii');
    const location = await this.buildLogoutUrl(domain, login, {
      post_logout_redirect_uri: `${buildRedirectUri(domain, provider)}/signed-out`,
      state,
      ...(hint !== null && { id_token_hint: hint }),
    });
    if (location === null) return null;
    return {
      location,
      cookie: buildPostLogoutCookie(domain, provider, encryptPostLogoutRedirect(this.encryptor, domain, { state, returnTo })),
    };
  }

  /** Who signs out here is signed out, and led on, whatever the provider does, and says of itself. */
  private async buildLogoutUrl(
    domain: CachedDomain,
    { provider: name, issuer }: KeptFederatedLogin,
    query: Record<string, string>,
  ): Promise<string | null> {
    const provider = await this.providers.findEvenOff(domain.id, name);
    if (provider?.issuer !== issuer) return null;
    try {
      return toEndSessionUrl(await this.clients.getConfiguration(domain, provider), query);
    } catch (error) {
      const { reason } = toFederationFailure(error);
      this.logger.warn({ domain: domain.name, provider: name, reason }, 'sign-out does not reach the provider');
      return null;
    }
  }
}

/** @returns null if the provider has none @throws FederationFailure if what it has leads to no page */
function toEndSessionUrl(client: Configuration, query: Record<string, string>): string | null {
  if (!client.serverMetadata().end_session_endpoint) return null;
  const { protocol, href } = buildEndSessionUrl(client, query);
  // Where http is permitted, the library lets every other scheme pass as well.
  if (!/^https?:$/.test(protocol)) throw new FederationFailure('wrong-answer');
  return href;
}
