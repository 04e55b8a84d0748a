import { Injectable } from '@nestjs/common';
import { getTokenIssuer, servesManyTenants } from '@latchkey/oauth';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { toFederationFailure, FederationFailure } from '../federation-failure.js';
import { JwksService } from '../upstream/jwks.service.js';
import { isStorableIdentifier } from '../upstream/storable-identifier.js';
import { buildRedirectUri } from '../upstream/upstream-authorization-request.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import { readAppleName } from './apple-name.js';
import { redeemCode, type UpstreamTokens } from './authorization-code.js';
import type { UpstreamClaims } from './claim-mapper.js';
import { checkIdToken } from './id-token.js';
import { OAuth2ExchangeService } from './oauth2-exchange.service.js';
import { checkRequiredClaims } from './required-claims.js';
import type { AuthorizationResponse, UpstreamIdentity } from './upstream-identity.js';
import { UserinfoService } from './userinfo.service.js';

interface Exchange {
  domain: CachedDomain;
  provider: ServedIdentityProvider;
}

/** Exchanges authorization codes for verified identities. */
@Injectable()
export class CodeExchangeService {
  constructor(
    private readonly clients: UpstreamClientService,
    private readonly jwks: JwksService,
    private readonly userinfo: UserinfoService,
    private readonly oauth2: OAuth2ExchangeService,
  ) {}

  /** Redeems the code: OpenID Connect Core sections 3.1.2.7 to 3.1.3.7. @throws FederationFailure */
  async exchangeCode(domain: CachedDomain, provider: ServedIdentityProvider, response: AuthorizationResponse): Promise<UpstreamIdentity> {
    if (provider.oauth2 !== null) return this.oauth2.exchangeCode(domain, { ...provider, oauth2: provider.oauth2 }, response);
    try {
      const callback = new URL(`${buildRedirectUri(domain, provider.name)}?${response.query}`);
      const tokens = await this.clients.call({ domain, provider, endpoint: 'token_endpoint' }, (client) =>
        redeemCode(client, callback, response.secrets),
      );
      const { idToken } = tokens;
      if (idToken === null) throw new FederationFailure('no-id-token');
      const claims = await this.verifyIdToken({ domain, provider }, idToken);
      const { clientId, issuer, requireNonce } = provider;
      const { secrets, maxAge } = response;
      const now = Math.floor(Date.now() / 1_000);
      const { acr, amr, sid, tid } = claims;
      const tokenIssuer = getTokenIssuer(issuer, tid);
      if (tokenIssuer === null) throw new FederationFailure('wrong-issuer');
      const sub = checkIdToken(claims, { issuer: tokenIssuer, clientId, nonce: secrets.nonce, requireNonce, maxAge, now });
      const documents = await this.collectClaims({ domain, provider }, { ...tokens, idToken, claims, subject: sub });
      checkRequiredClaims(documents, provider.requiredClaims);
      // Each tenant has its own subjects, and all of them are users of one issuer here.
      const subject = servesManyTenants(issuer) ? `${String(tid)}/${sub}` : sub;
      if (!isStorableIdentifier(subject)) throw new FederationFailure('no-subject');
      const named = provider.appleKey === null ? documents : [...documents, readAppleName(response.query)];
      return { issuer, subject, documents: named, assurance: { acr, amr }, sid: isStorableIdentifier(sid) ? sid : null, idToken };
    } catch (error) {
      throw toFederationFailure(error);
    }
  }

  /** Also verifies the signature, although section 3.1.3.7 item 6 permits relying on TLS. */
  private verifyIdToken({ domain, provider }: Exchange, idToken: string): Promise<UpstreamClaims> {
    const parts = idToken.split('.').length;
    if (parts !== 3) throw new FederationFailure(parts === 5 ? 'encrypted' : 'wrong-answer');
    return this.clients.call({ domain, provider, endpoint: 'jwks_uri' }, async (client) => {
      const metadata = client.serverMetadata();
      const { header, claims } = await this.jwks.verify(domain, { ...metadata, revision: provider.revision }, idToken);
      const { id_token_signing_alg_values_supported: algorithms } = metadata;
      if (Array.isArray(algorithms) && !algorithms.includes(header.alg!)) throw new FederationFailure('wrong-algorithm');
      return claims;
    });
  }

  /** @returns the ID token, and userinfo if the ID token lacks a claim that is mapped or required */
  private async collectClaims({ domain, provider }: Exchange, { claims, accessToken, subject }: VerifiedTokens): Promise<UpstreamClaims[]> {
    const needed = [...Object.keys(provider.claimMapping), ...Object.keys(provider.requiredClaims)];
    const isMissing = needed.some((claim) => !Object.hasOwn(claims, claim) || claims[claim] === null);
    const userinfo = isMissing && accessToken !== null ? await this.userinfo.load({ domain, provider, accessToken, subject }) : null;
    return userinfo === null ? [claims] : [claims, userinfo];
  }
}

interface VerifiedTokens extends UpstreamTokens {
  idToken: string;
  claims: UpstreamClaims;
  subject: string;
}
