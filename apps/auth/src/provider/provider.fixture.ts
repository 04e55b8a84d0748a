import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuthSettings } from '@latchkey/config';
import { hashSecret, type SigningAlgorithm } from '@latchkey/crypto';
import { createLogger, Metrics, observeRequests } from '@latchkey/observability';
import type { AuditLogRepository, ClientFailureAuditLogRepository, ServedClient, UsageRepository } from '@latchkey/persistence';
import type { Adapter, AdapterPayload, Provider } from 'oidc-provider';
import { send, type Answer, type Call } from '../../../../test/support/http.js';
import { CachedClient } from '../client/cached-client.js';
import type { ClientAuthenticationService } from '../client-authentication/client-authentication.service.js';
import { SecretAuthenticationService } from '../client-authentication/secret/secret-authentication.service.js';
import type { ClientCache } from '../client/client.cache.js';
import type { RequestVerifiers } from './overrides/request-verifiers.js';
import type { SecretLastUseService } from '../client/secret-last-use.service.js';
import type { CurrentRevisionService } from '../domain/current-revision.service.js';
import { CachedDomain } from '../domain/cached-domain.js';
import { createDomainKey, createServedDomain } from '../domain/served-domain.fixture.js';
import { setCanonicalHost } from '../domain/host.js';
import { TokenCounters } from '../token-quota/token-counters.js';
import type { TokenQuotaService } from '../token-quota/token-quota.service.js';
import { UsageService } from '../usage/usage.service.js';
import { ClientAdapter } from './adapters/client.adapter.js';
import type { StorageAdapterFactory } from './adapters/storage-adapter.factory.js';
import { DeviceAuditLogService } from './device-audit-log.service.js';
import { ProviderEventsService } from './provider-events.service.js';
import type { FurtherGrantTypes } from './exchange/further-grant-types.js';
import { ProviderFactory } from './provider.factory.js';
import { RedirectUriAuditLogService } from './redirect-uri-audit-log.service.js';
import type { AccountService } from './accounts/account.service.js';

const MASTER_KEY: [Buffer] = [Buffer.alloc(32, 1)];
const DOMAIN_ID = 'acme';
export const SECRET = 'a-secret-of-the-client';

/** A client with the code flow and the secret SECRET. */
const STANDARD_CLIENT = {
  clientId: 'shop',
  clientType: 'Confidential',
  grantType: 'AuthorizationCode',
  scope: 'openid profile',
  redirectUris: ['https://shop.example.com/callback'],
  postSignOutRedirectUris: ['https://shop.example.com/bye'],
  revision: '1',
  secrets: [{ id: 'a', hash: hashSecret(SECRET), expiresAt: null }],
  backchannelLogout: null,
  authentication: null,
  tokenQuota: null,
  presentation: null,
  active: true,
  expiresAt: null,
} as unknown as ServedClient;

/** One domain's oidc-provider with all overrides, on a loopback port. Clients and records are in memory, and there are no users. */
export class ProviderFixture {
  private constructor(
    readonly domain: CachedDomain,
    readonly provider: Provider,
    private readonly server: Server,
  ) {}

  static async start({
    clients = [{}] as Partial<ServedClient>[],
    algorithms = ['ES256'] as SigningAlgorithm[],
  } = {}): Promise<ProviderFixture> {
    const keys = await Promise.all(algorithms.map((algorithm) => createDomainKey(algorithm)));
    const served = { ...createServedDomain(DOMAIN_ID), idTokenAlgorithms: algorithms };
    const domain = new CachedDomain(served, 'https://acme.example.com', keys);
    const [logger, metrics] = [createLogger({ service: 'auth', level: 'fatal', format: 'json' }), new Metrics()];
    const adapters = { create: () => createMemoryAdapters(domain, clients) } as unknown as StorageAdapterFactory;
    const settings = { MASTER_KEY } as unknown as AuthSettings;
    const failureLog = { recordRefusedRedirectUris: async () => undefined } as unknown as ClientFailureAuditLogRepository;
    const devices = new DeviceAuditLogService({} as AuditLogRepository);
    const usage = new UsageService(logger, {} as UsageRepository);
    const counters = new TokenCounters({} as TokenQuotaService, usage);
    const events = new ProviderEventsService(logger, metrics, new RedirectUriAuditLogService(failureLog, logger), counters, devices);
    const secrets = new SecretAuthenticationService({ record: () => undefined } as unknown as SecretLastUseService);
    const clientAuthentication: Partial<ClientAuthenticationService> = {
      verifySecret: (client, secret, now) => secrets.verify(client, secret, now),
    };
    const grantTypes = { register: () => undefined } as unknown as FurtherGrantTypes;
    const verifiers = { clientAuthentication, grantTypes } as RequestVerifiers;
    const factory = new ProviderFactory(settings, events, adapters, {} as AccountService, verifiers);
    const provider = factory.create(domain, Date.now());
    const [observe, answer] = [observeRequests(logger, metrics), provider.callback()];
    const server = createServer((request, response) => {
      observe(request, response);
      setCanonicalHost(request, new URL(domain.issuer));
      void answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ProviderFixture(domain, provider, server);
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  send(path: string, call?: Call): Promise<Answer> {
    return send(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`, call);
  }

  /** A browser's request with these parameters. */
  browse(path: string, parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(`${path}?${new URLSearchParams(parameters).toString()}`, { headers: { Accept: 'text/html', ...headers } });
  }
}

function createMemoryAdapters(domain: CachedDomain, clients: readonly Partial<ServedClient>[]): (model: string) => Adapter {
  const known = new Map(clients.map((values) => [values.clientId ?? STANDARD_CLIENT.clientId, { ...STANDARD_CLIENT, ...values }]));
  const revisions = { readAgain: async () => ({ domainId: DOMAIN_ID }) } as unknown as CurrentRevisionService;
  const cache = {
    get: async (_current: unknown, id: string) => (known.has(id) ? new CachedClient(DOMAIN_ID, known.get(id)!) : undefined),
  } as unknown as ClientCache;
  return (model) => (model === 'Client' ? new ClientAdapter(domain, revisions, cache) : createMemoryAdapter());
}

function createMemoryAdapter(): Adapter {
  const records = new Map<string, AdapterPayload>();
  const nothing = async (): Promise<undefined> => undefined;
  return {
    find: async (id) => records.get(id),
    upsert: async (id, payload) => void records.set(id, payload),
    destroy: async (id) => void records.delete(id),
    consume: nothing,
    revokeByGrantId: nothing,
    findByUid: nothing,
    findByUserCode: nothing,
  };
}
