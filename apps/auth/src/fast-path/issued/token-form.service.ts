import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { IssuedToken } from '@latchkey/persistence';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import type { CachedClient } from '../../client/cached-client.js';
import { ClientCache } from '../../client/client.cache.js';
import { ClientCertificateService } from '../../client-authentication/certificate/client-certificate.service.js';
import { ClientAuthenticationService } from '../../client-authentication/client-authentication.service.js';
import type { GatewayTarget } from '../../protocol/gateway-target.js';
import { parseTokenForm, type KeyCredentials, type SecretCredentials } from '../fast-path-request.js';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { parsePresentedToken, type PresentedToken } from '../../access-token/presented-token.js';

/** A request about a token, from an authenticated client. */
export interface TokenFormRequest {
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
   * @param target receives the parsed request, so that oidc-provider need not parse it again
   * @returns null if oidc-provider must answer
   * @throws ClientAuthenticationError
   */
  async read(request: IncomingMessage, target: GatewayTarget): Promise<TokenFormRequest | null> {
    const form = parseTokenForm(request.headers, target.body!);
    const presented = form && parsePresentedToken(form.token);
    if (!presented) return null;
    const { credentials } = form;
    return 'clientSecret' in credentials
      ? this.readBySecret(presented, credentials, target)
      : this.readByKey(presented, { ...credentials, request }, target);
  }

  private async readBySecret(
    presented: PresentedToken,
    { clientId, clientSecret }: SecretCredentials,
    target: GatewayTarget,
  ): Promise<TokenFormRequest | null> {
    const issued = await this.tokens.read(presented, { host: target.host, clientId, continues: false });
    target.current = issued && issued.current;
    const client = issued && (await this.clients.get(issued.current, clientId));
    if (
      !client ||
      // control: a client authenticates before it is told about a token
      !this.clientAuthentication.verifySecret(client, clientSecret, Date.now())
    )
      return null;
    return { client, presented, issued };
  }

  private async readByKey(
    presented: PresentedToken,
    { parameters, request }: KeyCredentials & { request: IncomingMessage },
    target: GatewayTarget,
  ): Promise<TokenFormRequest | null> {
    const { requestId } = getRequestEvent({ req: request });
    const authenticated = await this.clientAuthentication.authenticate({
      domainName: target.host,
      path: pathOf(request),
      received: request,
      requestId,
      authorization: undefined,
      certificate: this.certificates.read(request),
      parameters,
    });
    target.authenticated = authenticated;
    if (!authenticated) return null;
    const { client, domain } = authenticated;
    const issued = await this.tokens.read(presented, { host: target.host, clientId: client.client.clientId, continues: true });
    target.current = issued && issued.current;
    return issued?.current.domainId === domain.id ? { client, presented, issued } : null;
  }
}
