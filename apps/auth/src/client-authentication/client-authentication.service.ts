import { Injectable } from '@nestjs/common';
import type { CachedClient, ClientSecret } from '../client/cached-client.js';
import { MethodLastUseService } from '../client/method-last-use.service.js';
import { AssertionAuthenticationService } from './assertion/assertion-authentication.service.js';
import { CertificateAuthenticationService } from './certificate/certificate-authentication.service.js';
import { SecretAuthenticationService } from './secret/secret-authentication.service.js';
import type { AuthenticatedClient, AuthenticationRequest } from './authentication-request.js';
import { ClientAuthenticationError } from './client-authentication.error.js';
import { ClientAuthenticationAuditLogService } from './client-authentication-audit-log.service.js';

/**
 * Authenticates clients, for every endpoint at which they do (token, introspection, revocation, pushed authorization requests), on the fast
 * path and for oidc-provider alike. The handler of the request reads a secret, and this service verifies it.
 */
@Injectable()
export class ClientAuthenticationService {
  constructor(
    private readonly assertions: AssertionAuthenticationService,
    private readonly certificates: CertificateAuthenticationService,
    private readonly secrets: SecretAuthenticationService,
    private readonly uses: MethodLastUseService,
    private readonly log: ClientAuthenticationAuditLogService,
  ) {}

  /**
   * Logs failures for the domain.
   *
   * @returns null if the request contains a secret or no credentials, or its domain is not served
   *
   * @throws ClientAuthenticationError, TooManyRefusedTokensError
   */
  async authenticate(request: AuthenticationRequest): Promise<AuthenticatedClient | null> {
    try {
      return await this.verify(request);
    } catch (error) {
      if (error instanceof ClientAuthenticationError) await this.log.record(request, error);
      throw error;
    }
  }

  /**
   * Verifies the secret of a client, and records its use.
   *
   * @param now milliseconds since the epoch
   * @returns null if the client may not authenticate by this secret
   */
  verifySecret(client: CachedClient, secret: string, now: number): ClientSecret | null {
    return this.secrets.verify(client, secret, now);
  }

  private async verify(request: AuthenticationRequest): Promise<AuthenticatedClient | null> {
    refuseSeveralMethods(request);
    const authenticated = await this.authenticateBy(request);
    if (authenticated) this.uses.record(authenticated.method);
    return authenticated;
  }

  private authenticateBy(request: AuthenticationRequest): Promise<AuthenticatedClient | null> | null {
    const { authorization, parameters } = request;
    if (parameters.client_assertion) return this.assertions.authenticate(request);
    const hasSecret = Boolean(authorization ?? parameters.client_secret);
    return !hasSecret && parameters.client_id ? this.certificates.authenticate(request) : null;
  }
}

/** RFC 6749 section 2.3: a request may use only one method. */
function refuseSeveralMethods({ authorization, parameters }: AuthenticationRequest): void {
  const shown = [authorization, parameters.client_assertion, parameters.client_secret].filter(Boolean);
  if (shown.length > 1)
    throw new ClientAuthenticationError('several-methods', 'client authentication must only be provided using one mechanism');
}
