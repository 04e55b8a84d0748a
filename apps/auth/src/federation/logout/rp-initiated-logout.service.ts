import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { idTokenContext, randomSecret, Encryptor } from '@latchkey/crypto';
import { LOGGER, type Logger } from '@latchkey/observability';
import { FederatedLoginRepository, ServedIdentityProviderRepository, type StoredFederatedLogin } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { toFederationFailure } from '../federation-failure.js';
import { buildPostLogoutCookie, encryptPostLogoutRedirect } from './post-logout-redirect.cookie.js';
import { UpstreamLogoutUrlService, type UpstreamSession } from './upstream-logout-url.service.js';

/** Browsers drop longer cookies (RFC 6265bis section 5.6), and the user would not get back to the application. */
const MAX_COOKIE_BYTES = 4_096;

/** An ended local session, and where the browser goes after the logout. */
export interface EndedSession {
  /** Id of the federated login; undefined for local users. */
  federation: string | undefined;
  returnTo: string;
}

/** Redirect to the logout endpoint of the identity provider. */
export interface RpInitiatedLogout {
  location: string;
  /** Set-Cookie value with the state of the logout. */
  cookie: string;
}

/** Ends sessions at identity providers: OpenID Connect RP-Initiated Logout 1.0, SAML profiles section 4.4. */
@Injectable()
export class RpInitiatedLogoutService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly logins: FederatedLoginRepository,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly urls: UpstreamLogoutUrlService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * @returns null for local users, and if the identity provider is gone, has no logout endpoint, or does not answer, or if the address to return
   * to is too long for a cookie
   */
  async start(domain: CachedDomain, { federation, returnTo }: EndedSession): Promise<RpInitiatedLogout | null> {
    const login = federation === undefined ? null : await this.logins.find({ domainId: domain.id, uid: federation });
    if (!login) return null;
    const state = randomSecret();
    const { provider, idToken } = login;
    const hint = idToken && this.encryptor.decrypt(idToken, idTokenContext(domain.id, federation!)).toString('utf8');
    const location = await this.buildLogoutUrl(domain, login, { state, hint });
    if (location === null) return null;
    const cookie = buildPostLogoutCookie(domain, provider, encryptPostLogoutRedirect(this.encryptor, domain, { state, returnTo }));
    if (cookie.length <= MAX_COOKIE_BYTES) return { location, cookie };
    this.logger.warn({ domain: domain.name, provider, reason: 'address-too-long' }, 'identity provider not reachable for the sign-out');
    return null;
  }

  /** Faults of the identity provider never block the local logout: they only skip the redirect. */
  private async buildLogoutUrl(
    domain: CachedDomain,
    { provider: name, issuer }: StoredFederatedLogin,
    session: UpstreamSession,
  ): Promise<string | null> {
    const provider = await this.providers.findIncludingDisabled(domain.id, name);
    if (provider?.issuer !== issuer) return null;
    try {
      return await this.urls.build(domain, provider, session);
    } catch (error) {
      const { reason } = toFederationFailure(error);
      this.logger.warn({ domain: domain.name, provider: name, reason }, 'identity provider not reachable for the sign-out');
      return null;
    }
  }
}
