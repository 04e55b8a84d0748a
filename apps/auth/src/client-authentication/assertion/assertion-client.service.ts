import { Injectable } from '@nestjs/common';
import { ServedDomainRepository, type CurrentRevision } from '@latchkey/persistence';
import { LRUCache } from 'lru-cache';
import type { CachedClient, CachedMethod } from '../../client/cached-client.js';
import { MAX_WORKLOAD_BYTES } from '../../cache/cache-limits.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { CurrentRevisionService } from '../../domain/current-revision.service.js';
import { DomainCacheRegistry, type DomainKeyedCache } from '../../cache/domain-cache.registry.js';
import { ClientAuthenticationError } from '../client-authentication.error.js';
import { ClientLookupService } from '../client-lookup.service.js';
import type { ClientAssertion } from './client-assertion.js';

/** The client that an assertion names, and its methods that accept such an assertion: one or more, all of the same type. */
export interface AssertionClient {
  current: CurrentRevision;
  domain: CachedDomain;
  client: CachedClient;
  methods: readonly CachedMethod[];
}

/** The size of an entry in memory, without the strings of its key. */
const WORKLOAD_BYTES = 300;

/** Finds the client that an assertion names. */
@Injectable()
export class AssertionClientService implements DomainKeyedCache {
  /** Keyed by domain name, issuer and subject. Each entry is only a hint: the client's current methods decide. */
  private readonly workloads = new LRUCache<string, { domainId: string; clientId: string }>({
    maxSize: MAX_WORKLOAD_BYTES,
    sizeCalculation: ({ clientId }, key) => WORKLOAD_BYTES + clientId.length + key.length,
  });

  constructor(
    private readonly clients: ClientLookupService,
    private readonly revisions: CurrentRevisionService,
    private readonly served: ServedDomainRepository,
    caches: DomainCacheRegistry,
  ) {
    caches.register(this);
  }

  keys(): Iterable<string> {
    return this.workloads.keys();
  }

  domainIdOf(key: string): string | undefined {
    return this.workloads.peek(key)?.domainId;
  }

  delete(key: string): void {
    this.workloads.delete(key);
  }

  /** @returns null if the domain is not served @throws ClientAuthenticationError */
  find(domainName: string, assertion: ClientAssertion): Promise<AssertionClient | null> {
    // RFC 7523 section 3: in a client's own assertion, issuer and subject are both the client id.
    return assertion.issuer === assertion.subject ? this.findSelfIssued(domainName, assertion) : this.findWorkload(domainName, assertion);
  }

  private async findSelfIssued(domainName: string, { subject }: ClientAssertion): Promise<AssertionClient | null> {
    const found = await this.load(domainName, subject, ({ method }) => method.type === 'PrivateKeyJwt');
    if (found?.methods.length !== 0) return found;
    const error = new ClientAuthenticationError('method-not-registered', `client ${subject} may not authenticate by PrivateKeyJwt`);
    error.client = found.client;
    throw error;
  }

  private async findWorkload(domainName: string, { issuer, subject }: ClientAssertion): Promise<AssertionClient | null> {
    const key = JSON.stringify([domainName, issuer, subject]);
    const isOfWorkload = ({ method }: CachedMethod): boolean =>
      method.type === 'FederatedJwt' && method.issuer === issuer && method.subject === subject;
    const known = this.workloads.get(key);
    const cached = known && (await this.load(domainName, known.clientId, isOfWorkload).catch(ignoreUnknownClient));
    if (cached?.methods.length) return cached;
    const current = await this.revisions.read(domainName, null);
    if (!current) return null;
    const { clientId, isIssuerKnown } = await this.served.findFederatedClient(current.domainId, issuer, subject);
    const found = clientId === null ? null : await this.load(domainName, clientId, isOfWorkload);
    if (clientId === null || found?.methods.length === 0)
      throw createUnknownClientError(isIssuerKnown ? 'unknown-subject' : 'unknown-client');
    this.workloads.set(key, { domainId: current.domainId, clientId });
    return found;
  }

  private async load(domainName: string, clientId: string, accepts: (method: CachedMethod) => boolean): Promise<AssertionClient | null> {
    const found = await this.clients.findWithKeys(domainName, clientId);
    if (!found) return null;
    const { client } = found;
    if (!client) throw createUnknownClientError('unknown-client');
    return { ...found, client, methods: client.methods.filter(accepts) };
  }
}

/** Both reasons return the same error, which does not reveal the issuers that the domain knows. */
function createUnknownClientError(reason: 'unknown-client' | 'unknown-subject'): ClientAuthenticationError {
  return new ClientAuthenticationError(reason, 'the domain has no client with the issuer and subject of client_assertion');
}

/** The client was deleted; its workload may now belong to another client. */
function ignoreUnknownClient(error: unknown): null {
  if (error instanceof ClientAuthenticationError) return null;
  throw error;
}
