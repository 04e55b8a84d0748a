import { Injectable } from '@nestjs/common';
import { errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { getCredentials } from '../../protocol/request-credentials.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { DpopProofService, isViolation } from './dpop-proof.service.js';

/** Binds tokens to what their requester proves, for grant types that oidc-provider does not have: RFC 9449 section 5, RFC 8705 section 3. */
@Injectable()
export class RequestedBindingService {
  constructor(private readonly proofs: DpopProofService) {}

  /** @returns the thumbprint of the key of the DPoP proof; null without a proof @throws InvalidGrant, InvalidDpopProof */
  async bind(
    ctx: TokenEndpointGrantContext<object>,
    issued: InstanceType<Provider['AccessToken']>,
    domain: CachedDomain,
  ): Promise<string | null> {
    const { client } = ctx.oidc;
    const { certificate } = getCredentials(ctx.req);
    if (client.tlsClientCertificateBoundAccessTokens) {
      if (!certificate?.certificate) throw new errors.InvalidGrant('mutual TLS client certificate not provided');
      issued.setThumbprint('x5t', certificate.certificate.pem);
    }
    const thumbprint = await this.prove(ctx, domain);
    if (thumbprint !== null) issued.setThumbprint('jkt', thumbprint);
    else if (client.dpopBoundAccessTokens) throw new errors.InvalidGrant('DPoP proof JWT not provided');
    return thumbprint;
  }

  /** Uses the DPoP proof up. @returns the thumbprint of its key; null without a proof @throws InvalidDpopProof */
  async prove(ctx: TokenEndpointGrantContext<object>, domain: CachedDomain): Promise<string | null> {
    const proof = ctx.get('DPoP');
    if (proof === '') return null;
    const { clientId } = ctx.oidc.client;
    const { received } = getCredentials(ctx.req);
    const urls = [ctx.oidc.urlFor('token')];
    const request = { received, domain, clientId, method: 'POST', urls, thumbprint: null, accessTokenHash: null };
    const verified = await translateOutage(() => this.proofs.use(proof, request));
    if (isViolation(verified)) throw new errors.InvalidDpopProof(verified.description);
    if (verified.nextNonce !== null) ctx.set('DPoP-Nonce', verified.nextNonce);
    return verified.thumbprint;
  }
}
