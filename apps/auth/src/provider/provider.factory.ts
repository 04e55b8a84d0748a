import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import { LOGGER, Metrics, requestEventOf, type Logger } from '@latchkey/observability';
import type { EventEmitter } from 'node:events';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { DomainKey, DomainRecord } from '../domain/domain-record.js';
import { SETTINGS } from '../settings/settings.module.js';
import { Accounts } from './accounts.js';
import { Adapters } from './adapters.js';
import { holdToCurrentScope } from './current-scope.js';
import { chooseAmongAudiences } from './resources.js';
import { finish } from './endpoints.js';
import { bindInteractions } from './interaction-binding.js';
import { DomainProvider, isForPeople, keepLanguage, leaveIfNobodyIsSignedIn, protectOwnPages, staySignedIn } from './protocol-pages.js';
import { providerConfiguration, type ProviderParts } from './provider.config.js';
import {
  compareSecretsByHash,
  issueClaimsAsGiven,
  keepPushedAge,
  leaveLogoutNoticesToJobs,
  requireSecretsForIntrospection,
  storeSessionsByUid,
  takeRedirectUrisAsWritten,
} from './seams.js';
import { parseQueriesInOnePass } from './single-pass-query.js';
import { logSignOuts } from './sign-outs.js';
import { acceptStructuredTokens } from './structured-tokens.js';

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
    const parts = { domain, signingKey, cookieKeys, adapter: this.adapters.of(domain, this.sealer), accounts: this.accounts };
    const provider = new DomainProvider(domain.issuer, providerConfiguration(parts));
    provider.domain = domain;
    provider.proxy = true;
    bend(provider, parts);
    provider.use(async (ctx, next) => {
      if (isForPeople(ctx)) protectOwnPages(ctx as KoaContextWithOIDC);
      await next();
      leaveIfNobodyIsSignedIn(ctx as KoaContextWithOIDC);
      staySignedIn(ctx as KoaContextWithOIDC);
      keepLanguage(ctx as KoaContextWithOIDC);
      finish(ctx as KoaContextWithOIDC, domain);
    });
    logSignOuts(provider, domain, this.accounts);
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

/** Beyond what can be configured. */
function bend(provider: Provider, parts: ProviderParts): void {
  parseQueriesInOnePass(provider);
  compareSecretsByHash(provider);
  takeRedirectUrisAsWritten(provider);
  issueClaimsAsGiven(provider);
  storeSessionsByUid(provider);
  leaveLogoutNoticesToJobs(provider);
  keepPushedAge(provider);
  bindInteractions(provider, parts.domain);
  requireSecretsForIntrospection(provider);
  acceptStructuredTokens(provider, parts);
  holdToCurrentScope(provider);
  chooseAmongAudiences(provider, parts.domain);
}
