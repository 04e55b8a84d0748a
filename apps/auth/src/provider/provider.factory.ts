import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import { LOGGER, Metrics, requestEventOf, type Logger } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import type { EventEmitter } from 'node:events';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { DomainKey, DomainRecord } from '../domain/domain-record.js';
import { sendNotFound } from '../domain/not-found.js';
import { SETTINGS } from '../settings/settings.module.js';
import { Adapters } from './adapters.js';
import { providerConfiguration } from './provider.config.js';
import { compareSecretsByHash, conformTokenErrors, takeRedirectUrisAsWritten, withoutNeedlessCors } from './seams.js';

/** What may be kept by whom: verifiers, but no cache that they share with others. Shorter than a key's publication before it signs. */
const DOCUMENT_CACHING = 'private, max-age=300';
const DOCUMENTS = new Set(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json']);
const TOKEN = '/connect/token';
const AUTHORIZE = '/connect/authorize';
const METHODS: Readonly<Record<string, string>> = {
  [TOKEN]: 'POST',
  ...Object.fromEntries([AUTHORIZE, ...DOCUMENTS].map((path) => [path, 'GET, HEAD'])),
};

/** Builds one domain's oidc-provider: in about half a millisecond. */
@Injectable()
export class ProviderFactory {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly adapters: Adapters,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  create(domain: DomainRecord, signingKey: DomainKey): Provider {
    const cookieKeys = this.sealer.derive(`cookies:${domain.id}`);
    const provider = new Provider(
      domain.issuer,
      providerConfiguration({ domain, signingKey, cookieKeys, adapter: this.adapters.of(domain) }),
    );
    provider.proxy = true;
    compareSecretsByHash(provider);
    takeRedirectUrisAsWritten(provider);
    provider.use(async (ctx, next) => {
      await next();
      finish(ctx as KoaContextWithOIDC, domain);
    });
    this.report(provider);
    return provider;
  }

  private report(provider: Provider): void {
    provider.on('grant.success', (ctx) => this.metrics.tokens.inc({ grant_type: String(ctx.oidc.params?.grant_type) }));
    provider.on('server_error', (ctx, error) => {
      requestEventOf(ctx.res).cause = error;
    });
    // Koa's own event, which the types of oidc-provider leave out; without a listener Koa prints to the console.
    (provider as EventEmitter).on('error', (error: unknown) => this.logger.error({ error }, 'oidc-provider'));
  }
}

function finish(ctx: KoaContextWithOIDC, domain: DomainRecord): void {
  const event = requestEventOf(ctx.res);
  event.route = Object.hasOwn(METHODS, ctx.path) ? ctx.path : 'unmatched';
  event.client = ctx.oidc?.client?.clientId;
  if (ctx.path === TOKEN) {
    // RFC 6749 section 5.1.
    ctx.set('Pragma', 'no-cache');
    conformTokenErrors(ctx, domain.issuer);
    withoutNeedlessCors(ctx);
  }
  if (ctx.status === 200 && DOCUMENTS.has(ctx.path)) ctx.set('Cache-Control', DOCUMENT_CACHING);
  const error = (ctx.body as { error?: unknown } | undefined)?.error;
  if (typeof error === 'string') event.problem = error;
  if (ctx.status === 503) ctx.set('Retry-After', '2');
  if (ctx.status === 404 && ctx.body === undefined) refuse(ctx);
}

function refuse(ctx: KoaContextWithOIDC): void {
  ctx.respond = false;
  const allow = METHODS[ctx.path];
  if (allow === undefined) sendNotFound(ctx.res);
  else {
    const problem = new Problem('method-not-allowed', `This address takes ${allow} only.`, { headers: { Allow: allow } });
    sendProblem(ctx.res, problem, requestEventOf(ctx.res));
  }
}
