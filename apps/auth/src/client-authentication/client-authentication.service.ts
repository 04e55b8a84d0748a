import { Injectable } from '@nestjs/common';
import { MethodLastUseService } from '../client/method-last-use.service.js';
import { AssertionAuthenticationService } from './assertion/assertion-authentication.service.js';
import { CertificateAuthenticationService } from './certificate/certificate-authentication.service.js';
import { ClientCertificateService } from './certificate/client-certificate.service.js';
import type { AuthenticatedClient, AuthenticationRequest } from './authentication-request.js';
import { ClientAuthenticationError } from './client-authentication.error.js';
import { ClientAuthenticationLogService } from './client-authentication-log.service.js';

/**
 * Authenticates clients, for every endpoint at which they do (token, introspection, revocation, pushed authorization requests), on the fast
 * path and before oidc-provider alike. Secrets are the exception: who reads them compares them, by `CachedClient.verifySecret`.
 */
@Injectable()
export class ClientAuthenticationService {
  constructor(
    private readonly assertions: AssertionAuthenticationService,
    private readonly certificates: CertificateAuthenticationService,
    private readonly presented: ClientCertificateService,
    private readonly uses: MethodLastUseService,
    private readonly log: ClientAuthenticationLogService,
  ) {}

  /**
   * Failures are in the log of the domain.
   *
   * @returns null if the request shows a secret or nothing, or its domain is not served
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
    return this.presented.isEnabled && !hasSecret && parameters.client_id ? this.certificates.authenticate(request) : null;
  }
}

/** RFC 6749 section 2.3: not more than one method in each request. */
function refuseSeveralMethods({ authorization, parameters }: AuthenticationRequest): void {
  const shown = [authorization, parameters.client_assertion, parameters.client_secret].filter(Boolean);
  if (shown.length > 1)
    throw new ClientAuthenticationError('several-methods', 'client authentication must only be provided using one mechanism');
}
