import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { IssuedToken } from '@latchkey/persistence';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import type { CachedClient } from '../../client/cached-client.js';
import { ClientCache } from '../../client/client.cache.js';
import { ClientCertificateService } from '../../client-authentication/certificate/client-certificate.service.js';
import { ClientAuthenticationService } from '../../client-authentication/client-authentication.service.js';
import type { RequestState } from '../../protocol/request-state.js';
import { parseTokenForm, type KeyCredentials, type SecretCredentials } from '../fast-path-request.js';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { parsePresentedToken, type PresentedToken } from '../../access-token/presented-token.js';

/** A request about a token, from an authenticated client. */
export interface AuthenticatedTokenRequest {
  client: CachedClient;
  presented: PresentedToken;
  issued: IssuedToken;
}

/** Reads introspection and revocation requests, and authenticates their clients. */
@Injectable()
export class TokenFormService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly clients: ClientCache,
    private readonly clientAuthentication: ClientAuthenticationService,
    private readonly certificates: ClientCertificateService,
  ) {}

  /**
   * @param requestState receives the parsed request, so that oidc-provider need not parse it again
   * @returns null if oidc-provider must answer
   * @throws ClientAuthenticationError
   */
  async read(request: IncomingMessage, requestState: RequestState): Promise<AuthenticatedTokenRequest | null> {
    const form = parseTokenForm(request.headers, requestState.body!);
    const presented = form && parsePresentedToken(form.token);
    if (!presented) return null;
    const { credentials } = form;
    return 'clientSecret' in credentials
      ? this.readBySecret(presented, credentials, requestState)
      : this.readByKey(presented, { ...credentials, request }, requestState);
  }

  private async readBySecret(
    presented: PresentedToken,
    { clientId, clientSecret }: SecretCredentials,
    requestState: RequestState,
  ): Promise<AuthenticatedTokenRequest | null> {
    const issued = await this.tokens.read(presented, { host: requestState.host, clientId, continues: false });
    requestState.current = issued && issued.current;
    const client = issued && (await this.clients.get(issued.current, clientId));
    if (
      !client ||
      // control: a client authenticates before it is told about a token
      !this.clientAuthentication.verifySecret(client, clientSecret, Date.now())
    )
      return null;
    return client.client.active ? { client, presented, issued } : null;
  }

  private async readByKey(
    presented: PresentedToken,
    { parameters, request }: KeyCredentials & { request: IncomingMessage },
    requestState: RequestState,
  ): Promise<AuthenticatedTokenRequest | null> {
    const { requestId } = getRequestEvent({ req: request });
    const authenticated = await this.clientAuthentication.authenticate({
      domainName: requestState.host,
      path: pathOf(request),
      received: request,
      requestId,
      authorization: undefined,
      certificate: this.certificates.read(request),
      parameters,
    });
    requestState.authenticated = authenticated;
    if (!authenticated) return null;
    const { client, domain } = authenticated;
    const issued = await this.tokens.read(presented, { host: requestState.host, clientId: client.client.clientId, continues: true });
    requestState.current = issued && issued.current;
    return client.client.active && issued?.current.domainId === domain.id ? { client, presented, issued } : null;
  }
}
