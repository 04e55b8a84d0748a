import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { idTokenContext, randomSecret, Sealer } from '@latchkey/crypto';
import { LOGGER, type Logger } from '@latchkey/observability';
import { FederatedLoginRepository, ServedIdentityProviderRepository, type KeptFederatedLogin } from '@latchkey/persistence';
import { buildEndSessionUrl, type Configuration } from 'openid-client';
import type { DomainRecord } from '../domain/domain-record.js';
import { SETTINGS } from '../settings/settings.module.js';
import { failureOf } from './failure.js';
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
    const client = login && (await this.clientFor(domain, login));
    if (!client?.serverMetadata().end_session_endpoint) return null;
    const state = randomSecret();
    const { provider, idToken } = login!;
    const hint = idToken && this.sealer.open(idToken, idTokenContext(domain.id, federation!)).toString('ascii');
    const address = buildEndSessionUrl(client, {
      post_logout_redirect_uri: `${redirectUriOf(domain, provider)}/signed-out`,
      state,
      ...(hint !== null && { id_token_hint: hint }),
    });
    return { location: address.href, cookie: signOutCookie(domain, provider, sealReturn(this.sealer, domain, { state, returnTo })) };
  }

  /** Who signs out here is signed out, whatever the provider does. */
  private async clientFor(domain: DomainRecord, { provider: name, issuer }: KeptFederatedLogin): Promise<Configuration | null> {
    const provider = await this.providers.findEvenOff(domain.id, name);
    if (provider?.issuer !== issuer) return null;
    return this.clients.of(domain, provider).catch((error: unknown) => {
      const { reason } = failureOf(error);
      this.logger.warn({ domain: domain.name, provider: name, reason }, 'sign-out does not reach the provider');
      return null;
    });
  }
}
