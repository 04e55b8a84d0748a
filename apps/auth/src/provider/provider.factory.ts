import { Inject, Injectable } from '@nestjs/common';
import { mtlsUrlOf, readsClientCertificates, type AuthSettings } from '@latchkey/config';
import { deriveCookieKeys, Encryptor, openOriginCookieKeys } from '@latchkey/crypto';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { CachedDomain } from '../domain/cached-domain.js';
import { SETTINGS } from '../settings/settings.module.js';
import { ProviderEventsService } from './provider-events.service.js';
import { checkProofs } from './overrides/checked-proofs.js';
import { deriveNonceSecret } from './dpop/dpop-nonce.service.js';
import { AccountService } from './accounts/account.service.js';
import { StorageAdapterFactory } from './adapters/storage-adapter.factory.js';
import { assignDefaultScope } from './overrides/authorization-scope.js';
import { limitToCurrentScope } from './overrides/current-scope.js';
import { checkTargetBeforeUse, selectTokenAudience } from './overrides/resource-indicators.js';
import { isBrowserEndpoint } from '../protocol/endpoints.js';
import { RequestVerifiers } from './overrides/request-verifiers.js';
import { prepareDocument } from './overrides/prepared-document.js';
import { bindInteractions } from './overrides/interaction-binding.js';
import {
  DomainProvider,
  preserveUiLocales,
  skipConfirmationIfSignedOut,
  protectLibraryPages,
  redirectToAccountIfDeclined,
} from './pages/protocol-pages.js';
import { createProviderConfiguration, type ProviderParts } from './provider.config.js';
import { authenticateClients } from './overrides/authenticated-clients.js';
import { issueUserClaimsUnfiltered } from './overrides/user-claims.js';
import { storePushedMaxAge } from './overrides/requested-parameters.js';
import { completeDeviceFlow } from './overrides/device-flow.js';
import { acceptIdTokenHints } from './overrides/id-token-hints.js';
import { disableInlineBackchannelLogout, includeSessionIds } from './overrides/backchannel-logout.js';
import { finishResponse } from './overrides/finish-response.js';
import { refuseOtherOrigins } from './overrides/cors.js';
import { refuseInactiveClients } from './overrides/inactive-clients.js';
import { requireConfidentialClients } from './overrides/confidential-clients.js';
import { requireKeysOfDocuments } from './overrides/document-keys.js';
import { customizeStoredSessions } from './overrides/stored-sessions.js';
import { describeMissingKeys } from './overrides/token-binding-errors.js';
import { skipRedirectUriValidation } from './overrides/redirect-uris.js';
import { refuseCodesWithReason } from './overrides/response-types.js';
import { parseQueriesInOnePass } from './overrides/single-pass-query.js';
import { logLogouts } from './overrides/logout-log.js';
import { acceptJwtAccessTokens } from './overrides/jwt-access-tokens.js';

/** Builds one domain's oidc-provider in about half a millisecond. */
@Injectable()
export class ProviderFactory {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: AuthSettings,
    private readonly events: ProviderEventsService,
    private readonly adapters: StorageAdapterFactory,
    private readonly accounts: AccountService,
    private readonly verifiers: RequestVerifiers,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** @param now milliseconds since the epoch, which determines the signing keys */
  create(domain: CachedDomain, now: number): DomainProvider {
    const parts = this.createParts(domain, now);
    const provider = new DomainProvider(domain.issuer, createProviderConfiguration(parts));
    provider.domain = domain;
    provider.proxy = true;
    applyOverrides(provider, parts);
    this.verifiers.grantTypes.register(provider, domain);
    provider.use(async (ctx, next) => {
      if (isBrowserEndpoint(ctx)) protectLibraryPages(ctx as KoaContextWithOIDC);
      await next();
      skipConfirmationIfSignedOut(ctx as KoaContextWithOIDC);
      redirectToAccountIfDeclined(ctx as KoaContextWithOIDC);
      preserveUiLocales(ctx as KoaContextWithOIDC);
      finishResponse(ctx as KoaContextWithOIDC, domain);
      prepareDocument(ctx as KoaContextWithOIDC, provider.documents);
      await this.events.finish(ctx as KoaContextWithOIDC, domain);
    });
    logLogouts(provider, domain, this.accounts);
    this.events.observe(provider, domain);
    return provider;
  }

  private createParts(domain: CachedDomain, now: number): ProviderParts {
    return {
      domain,
      now,
      cookieKeys: [...deriveCookieKeys(this.encryptor, domain.id), ...openOriginCookieKeys(this.encryptor, domain.id, domain.originKeys)],
      nonceSecret: deriveNonceSecret(this.encryptor),
      isMtlsEnabled: readsClientCertificates(this.settings),
      mtlsUrl: mtlsUrlOf(this.settings, domain.name),
      adapter: this.adapters.create(domain, this.encryptor),
      accounts: this.accounts,
      verifiers: this.verifiers,
    };
  }
}

/** Applies settings beyond oidc-provider's configuration. */
function applyOverrides(provider: Provider, parts: ProviderParts): void {
  parseQueriesInOnePass(provider);
  authenticateClients(provider, parts.verifiers.clientAuthentication);
  skipRedirectUriValidation(provider);
  refuseCodesWithReason(provider);
  acceptIdTokenHints(provider, parts.domain);
  issueUserClaimsUnfiltered(provider);
  customizeStoredSessions(provider);
  disableInlineBackchannelLogout(provider);
  includeSessionIds(provider);
  storePushedMaxAge(provider);
  completeDeviceFlow(provider);
  bindInteractions(provider, parts.domain);
  refuseOtherOrigins(provider);
  requireConfidentialClients(provider);
  requireKeysOfDocuments(provider);
  refuseInactiveClients(provider);
  acceptJwtAccessTokens(provider, parts);
  assignDefaultScope(provider, parts.domain);
  limitToCurrentScope(provider, parts.domain);
  selectTokenAudience(provider, parts.domain);
  checkTargetBeforeUse(provider, parts.domain);
  describeMissingKeys(provider);
  checkProofs(provider, parts.domain, parts.verifiers);
}
