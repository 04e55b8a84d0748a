import { sha256 } from '@latchkey/crypto';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { limitRefusedTokens } from './refused-tokens.js';
import { getCredentials } from '../../protocol/request-credentials.js';
import type { RequestVerifiers } from './request-verifiers.js';

/** The routes that know the client before its proof is read. */
const CLIENT_ROUTES = new Set(['token', 'pushed_authorization_request']);

interface OidcContext {
  ctx: KoaContextWithOIDC;
  route: string;
  entity(key: string, value: unknown): void;
  getAccessToken(options?: { acceptDPoP?: boolean }): string;
}

type Check = (ctx: KoaContextWithOIDC, accessToken: string | null) => void;

/**
 * Lets DpopProofService decide about the proofs of requests that oidc-provider answers, which only adds the signature. So every endpoint has the same
 * rules, and the same words for them.
 * Checked against oidc-provider 9.13.3.
 */
export function checkProofs(provider: Provider, domain: CachedDomain, verifiers: RequestVerifiers): void {
  checkBeforeLibrary(provider, createCheck(domain, verifiers));
  acceptOnce(provider, domain, verifiers);
  const recordSignature = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void => {
    if (error instanceof errors.InvalidDpopProof && error.cause) verifiers.limits.record(getCredentials(ctx.req).received, domain.name);
  };
  provider.on('grant.error', recordSignature);
  provider.on('pushed_authorization_request.error', recordSignature);
  provider.on('userinfo.error', recordSignature);
}

/** oidc-provider looks for an earlier use, then stores this one: between the two another replica can accept the same proof. */
function acceptOnce(provider: Provider, { id: domainId }: CachedDomain, { proofs }: RequestVerifiers): void {
  const model = provider as unknown as { ReplayDetection: { unique(clientId: string, jti: string): Promise<boolean> } };
  model.ReplayDetection.unique = async (clientId, jti) => {
    // control: a DPoP proof works once at oidc-provider
    return translateOutage(() => proofs.recordUse({ domainId, clientId, jti }));
  };
}

/** At userinfo the access token is read before the proof; elsewhere the client is known before. */
function checkBeforeLibrary(provider: Provider, check: Check): void {
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: OidcContext } }).OIDCContext;
  const { entity, getAccessToken } = prototype;
  prototype.entity = function (key, value) {
    entity.call(this, key, value);
    if (key === 'Client' && CLIENT_ROUTES.has(this.route)) check(this.ctx, null);
  };
  prototype.getAccessToken = function (options) {
    const token = getAccessToken.call(this, options);
    if (options?.acceptDPoP) check(this.ctx, token);
    return token;
  };
}

function createCheck(domain: CachedDomain, { proofs }: RequestVerifiers): Check {
  const checked = new WeakSet<KoaContextWithOIDC>();
  return (ctx, accessToken) => {
    const proof = ctx.get('DPoP');
    if (proof === '' || checked.has(ctx)) return;
    checked.add(ctx);
    const { received } = getCredentials(ctx.req);
    const accessTokenHash = accessToken === null ? null : Buffer.from(sha256(accessToken), 'hex').toString('base64url');
    const request = { received, domain, method: ctx.method, urls: [ctx.oidc.urlFor(ctx.oidc.route)], accessTokenHash };
    limitRefusedTokens(ctx, () => {
      const violation = proofs.check(proof, request);
      if (violation?.code === 'invalid_dpop_proof') throw new errors.InvalidDpopProof(violation.description);
      if (!violation) return;
      ctx.set('DPoP-Nonce', proofs.nextNonce());
      throw new errors.UseDpopNonce(violation.description);
    });
  };
}
