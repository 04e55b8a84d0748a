import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthSettings } from '@latchkey/config';
import { MasterKeyProof } from '@latchkey/crypto';
import { Metrics, NestLogger, startTracing, type Logger, type StopTracing } from '@latchkey/observability';
import { Database, MasterKeyProofRepository } from '@latchkey/persistence';
import { Service } from '@latchkey/server';
import type { RequestListener } from 'node:http';
import { AuthModule } from './auth.module.js';
import { createForwardedHostTrust, type TrustsPeer } from './domain/host.js';
import { MtlsHostService } from './domain/mtls-host.service.js';
import { TlsAskHandler } from './domain/tls-ask.handler.js';
import { UnknownHostHandler } from './pages/http/unknown-host.handler.js';
import { createFastPathListener, createRouter, type RequestHandlers } from './http-pipeline.js';
import { configurePages, createPagesAdapter } from './pages-pipeline.js';
import { DocumentHandler } from './fast-path/document.handler.js';
import { ProviderGateway } from './authorization/provider.gateway.js';
import { createEarlyCorsHeaders } from './protocol/cors.js';
import { MAX_QUERY_BYTES } from './protocol/request-limits.js';
import { IntrospectionHandler } from './fast-path/issued/introspection.handler.js';
import { RevocationHandler } from './fast-path/issued/revocation.handler.js';
import { UserinfoHandler } from './fast-path/issued/userinfo.handler.js';
import { TokenHandler } from './fast-path/token.handler.js';

/** A database that `npm start` has filled may have this domain. Its client's secret was printed. */
const DEVELOPMENT_HOSTS: ReadonlySet<string> = new Set(['localhost']);

/** The auth server. It starts to listen immediately, and answers 503 until the database is reachable. */
export class AuthServer {
  private readonly metrics: Metrics;
  private readonly service: Service;
  private stopTracing: StopTracing | undefined;

  constructor(
    private readonly settings: AuthSettings,
    private readonly logger: Logger,
  ) {
    this.metrics = new Metrics(settings.METRICS_DOMAINS);
    this.service = new Service({
      port: settings.AUTH_PORT,
      portVariable: 'AUTH_PORT',
      address: settings.LISTEN_ADDRESS,
      publicUrl: settings.AUTH_URL,
      metricsPort: settings.METRICS_PORT,
      poolSize: settings.DATABASE_POOL_SIZE,
      // Twice the limit of the endpoints, so that they refuse a longer query themselves.
      queryBytes: 2 * MAX_QUERY_BYTES,
      refusalHeaders: createEarlyCorsHeaders,
      logger,
      metrics: this.metrics,
    });
  }

  async start(): Promise<void> {
    await this.service.start();
    const { settings, logger, metrics } = this;
    this.stopTracing = await startTracing(settings, { service: 'auth', logger });
    const app = await NestFactory.create<NestExpressApplication>(AuthModule.forRoot(settings, logger, metrics), createPagesAdapter(), {
      logger: new NestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    });
    const trustsPeer = createForwardedHostTrust(settings);
    configurePages(app, trustsPeer);
    await app.init();
    const database = app.get(Database);
    const masterKey = new MasterKeyProof(app.get(MasterKeyProofRepository), settings.MASTER_KEY);
    metrics.observePool(() => database.getPoolUsage());
    metrics.observeCircuit(() => database.isCircuitOpen);
    const handlers = {
      ...getHandlers(app, trustsPeer),
      refusedHosts: settings.production ? DEVELOPMENT_HOSTS : new Set<string>(),
      readsForwardedHost: settings.TRUST_FORWARDED_HOST === 'on',
    };
    this.service.serve({
      takeFirst: createFastPathListener(handlers),
      listener: createRouter(handlers),
      isReady: async () => (await database.isReady()) && (await masterKey.isValid().catch(() => false)),
      close: () => app.close(),
    });
  }

  /** Answers the requests that have arrived, then closes all connections. */
  async stop(): Promise<void> {
    await this.service.stop();
    await this.stopTracing?.();
  }
}

function getHandlers(app: NestExpressApplication, trustsPeer: TrustsPeer): Omit<RequestHandlers, 'refusedHosts' | 'readsForwardedHost'> {
  return {
    token: app.get(TokenHandler),
    userinfo: app.get(UserinfoHandler),
    introspection: app.get(IntrospectionHandler),
    revocation: app.get(RevocationHandler),
    documents: app.get(DocumentHandler),
    provider: app.get(ProviderGateway),
    tls: app.get(TlsAskHandler),
    mtlsHosts: app.get(MtlsHostService),
    unknownHosts: app.get(UnknownHostHandler),
    pages: app.getHttpAdapter().getInstance() as RequestListener,
    trustsPeer,
  };
}
