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
import { Accounts } from './accounts.js';
import { Adapters } from './adapters.js';
import { providerConfiguration } from './provider.config.js';
import {
  compareSecretsByHash,
  conformTokenErrors,
  issueClaimsAsGiven,
  storeSessionsByUid,
  takeRedirectUrisAsWritten,
  withoutNeedlessCors,
} from './seams.js';

/** What may be kept by whom: verifiers, but no cache that they share with others. Shorter than a key's publication before it signs. */
const DOCUMENT_CACHING = 'private, max-age=300';
const DOCUMENTS = new Set(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json']);
const TOKEN = '/connect/token';
/** Where clients authenticate, by RFC 6749 section 2.3. */
const CLIENT_ENDPOINTS = new Set([TOKEN, '/connect/par', '/connect/introspect', '/connect/revocation']);
const USERINFO = '/connect/userinfo';
const READ_AND_POST = 'GET, HEAD, POST';
const METHODS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...CLIENT_ENDPOINTS].map((path) => [path, 'POST'])),
  ...Object.fromEntries([...DOCUMENTS, '/connect/endsession/success'].map((path) => [path, 'GET, HEAD'])),
  '/connect/authorize': READ_AND_POST,
  [USERINFO]: READ_AND_POST,
  '/connect/endsession': READ_AND_POST,
  '/connect/endsession/confirm': 'POST',
};
/** An authorization request that is resumed, after a person has decided something. */
const RESUMED = /^\/connect\/authorize\/[^/]+$/;

/** Builds one domain's oidc-provider: in about half a millisecond. */
@Injectable()
export class ProviderFactory {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly adapters: Adapters,
    private readonly accounts: Accounts,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  create(domain: DomainRecord, signingKey: DomainKey): Provider {
    const cookieKeys = this.sealer.derive(`cookies:${domain.id}`);
    const parts = { domain, signingKey, cookieKeys, adapter: this.adapters.of(domain), accounts: this.accounts };
    const provider = new Provider(domain.issuer, providerConfiguration(parts));
    provider.proxy = true;
    compareSecretsByHash(provider);
    takeRedirectUrisAsWritten(provider);
    issueClaimsAsGiven(provider);
    storeSessionsByUid(provider);
    acceptStructuredTokens(provider, parts);
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
  event.route = routeOf(ctx);
  event.client = ctx.oidc?.client?.clientId;
  if (CLIENT_ENDPOINTS.has(ctx.path)) conformTokenErrors(ctx, domain.issuer);
  if (CLIENT_ENDPOINTS.has(ctx.path) || ctx.path === USERINFO) withoutNeedlessCors(ctx);
  if (ctx.status === 200 && DOCUMENTS.has(ctx.path)) ctx.set('Cache-Control', DOCUMENT_CACHING);
  const error = (ctx.body as { error?: unknown } | undefined)?.error;
  if (typeof error === 'string') event.problem = error;
  if (ctx.status === 503) ctx.set('Retry-After', '2');
  if (ctx.status === 404 && ctx.body === undefined) refuse(ctx);
}

function routeOf(ctx: KoaContextWithOIDC): string {
  if (Object.hasOwn(METHODS, ctx.path)) return ctx.path;
  return RESUMED.test(ctx.path) && ctx.status !== 404 ? '/connect/authorize/:uid' : 'unmatched';
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
