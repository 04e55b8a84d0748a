import { Injectable } from '@nestjs/common';
import type { CurrentRevision } from '@latchkey/persistence';
import type { CachedClient, CachedMethod } from '../../client/cached-client.js';
import { ClientCache } from '../../client/client.cache.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { CurrentRevisionService } from '../../domain/current-revision.service.js';
import { DomainCache } from '../../domain/domain.cache.js';
import { ClientAuthenticationError } from '../client-authentication.error.js';
import type { ClientAssertion } from './client-assertion.js';

/** The client that an assertion names, and those of its methods that accept such an assertion. */
export interface AssertionClient {
  current: CurrentRevision;
  domain: CachedDomain;
  client: CachedClient;
  methods: readonly CachedMethod[];
}

/** Finds the client of an assertion. */
@Injectable()
export class AssertionClientService {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly domains: DomainCache,
    private readonly clients: ClientCache,
  ) {}

  /** @returns null if the domain is not served @throws ClientAuthenticationError */
  async find(domainName: string, { issuer, subject }: ClientAssertion): Promise<AssertionClient | null> {
    // RFC 7523 section 3: of a client's own assertion, both are its client id.
    if (issuer !== subject) throw unknownClient();
    const current = await this.revisions.read(domainName, subject);
    const domain = current && (await this.domains.get(current));
    if (!domain) return null;
    const client = await this.clients.get(current, subject);
    if (!client) throw unknownClient();
    const methods = client.methods.filter(({ method }) => method.type === 'PrivateKeyJwt');
    if (methods.length === 0) throw notRegistered(subject);
    return { current, domain, client, methods };
  }
}

function unknownClient(): ClientAuthenticationError {
  return new ClientAuthenticationError('unknown-client', 'the domain has no client with the issuer and subject of client_assertion');
}

function notRegistered(clientId: string): ClientAuthenticationError {
  const error = new ClientAuthenticationError('method-not-registered', `client ${clientId} may not authenticate by PrivateKeyJwt`);
  error.clientId = clientId;
  return error;
}
