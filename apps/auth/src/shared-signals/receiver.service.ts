import { Injectable } from '@nestjs/common';
import { sha256 } from '@latchkey/crypto';
import { getRequestEvent } from '@latchkey/observability';
import { parseCredentials, pathOf, type Credentials } from '@latchkey/server';
import { ClientCertificateService } from '../client-authentication/certificate/client-certificate.service.js';
import { describeMismatch } from '../client-authentication/certificate/presented-certificate.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { MtlsHostService } from '../domain/mtls-host.service.js';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { TooManyRefusedTokensError } from '../domain/too-many-refused-tokens.error.js';
import { ClientTokenService, type ClientToken } from '../authorization/client-token.service.js';
import { DpopProofService, isViolation } from '../provider/dpop/dpop-proof.service.js';
import { PROOF_ALGORITHMS, type ProofViolation } from '../protocol/proof-rules.js';
import { SsfError, type SsfErrorCode } from './ssf.error.js';

/** What a request needs: `ssf.manage` includes `ssf.read`. */
export type SsfScope = 'ssf.read' | 'ssf.manage';

/** A client of the domain that receives events. */
export interface Receiver {
  domain: CachedDomain;
  clientId: string;
  /** The `X-Request-Id` of its request. */
  requestId: string;
}

const SCHEMES = new Set(['bearer', 'dpop']);
const NOT_PROVEN = 'The access token is bound to a key that the request does not prove.';

/** Finds out which client sent a request, by its access token: RFC 6750, RFC 8705 section 3, RFC 9449 section 7. */
@Injectable()
export class ReceiverService {
  constructor(
    private readonly tokens: ClientTokenService,
    private readonly proofs: DpopProofService,
    private readonly certificates: ClientCertificateService,
    private readonly mtlsHosts: MtlsHostService,
  ) {}

  /** @throws SsfError invalid_token, invalid_dpop_proof, use_dpop_nonce, insufficient_scope, too_many_requests */
  async authenticate(current: DomainRequest, scope: SsfScope): Promise<Receiver> {
    const { domain, request, response } = current;
    const credentials = parseCredentials(request.headers.authorization);
    if (!credentials || !SCHEMES.has(credentials.scheme))
      throw refuse(domain, null, 'Send an access token of a client of this domain in the header Authorization.');
    const token = await this.tokens.find(domain, credentials.token);
    if (!token) throw refuse(domain, 'invalid_token', 'The access token has expired, was revoked or is not of a client of this domain.');
    if (!token.audiences.includes(domain.issuer))
      throw refuse(domain, 'invalid_token', `The access token is for another audience. Request one with the resource ${domain.issuer}.`);
    await this.requireKey(current, token, credentials);
    if (!token.scopes.some((each) => each === scope || each === 'ssf.manage'))
      throw refuse(domain, 'insufficient_scope', `The access token needs the scope ${scope}.`);
    const event = getRequestEvent(response);
    event.client = token.clientId;
    return { domain, clientId: token.clientId, requestId: event.requestId };
  }

  private async requireKey(current: DomainRequest, token: ClientToken, credentials: Credentials): Promise<void> {
    const { domain } = current;
    const isDpop = credentials.scheme === 'dpop';
    if (isDpop !== (token.keyThumbprint !== null)) throw refuse(domain, 'invalid_token', NOT_PROVEN);
    const { certificateThumbprint } = token;
    if (certificateThumbprint !== null) this.requireCertificate(current, certificateThumbprint);
    if (isDpop) await this.requireProof(current, token, credentials);
  }

  private requireCertificate({ request, domain }: DomainRequest, thumbprint: string): void {
    const presented = this.certificates.read(request);
    if (presented?.certificate?.thumbprint === thumbprint) return;
    throw refuse(domain, 'invalid_token', `The access token is bound to ${describeMismatch(presented)}.`);
  }

  private async requireProof({ request, response, domain }: DomainRequest, token: ClientToken, credentials: Credentials): Promise<void> {
    const proof = request.headers['dpop'];
    if (typeof proof !== 'string') throw refuse(domain, 'invalid_dpop_proof', 'The request needs a DPoP proof in the header DPoP.');
    const bases = [domain.issuer, this.mtlsHosts.findUrl(domain)].filter((base) => base !== null);
    const proven = {
      received: request,
      domain,
      clientId: token.clientId,
      method: request.method!,
      urls: bases.map((base) => `${base}${pathOf(request)}`),
      thumbprint: token.keyThumbprint,
      accessTokenHash: Buffer.from(sha256(credentials.token), 'hex').toString('base64url'),
    };
    const verified = await this.proofs.use(proof, proven).catch((error: unknown) => {
      throw error instanceof TooManyRefusedTokensError ? createLimitError(error) : error;
    });
    if (isViolation(verified)) throw this.refuseProof(domain, verified);
    if (verified.nextNonce !== null) response.setHeader('DPoP-Nonce', verified.nextNonce);
  }

  /** RFC 9449 sections 7.1 and 9. */
  private refuseProof({ issuer }: CachedDomain, { code, description }: ProofViolation): SsfError {
    const challenge = `DPoP realm="${issuer}", error="${code}", error_description="${description}", algs="${PROOF_ALGORITHMS.join(' ')}"`;
    const headers: Record<string, string> = { 'WWW-Authenticate': challenge };
    if (code === 'use_dpop_nonce') headers['DPoP-Nonce'] = this.proofs.nextNonce();
    return new SsfError(code, description, headers);
  }
}

function createLimitError({ message, retryAfter }: TooManyRefusedTokensError): SsfError {
  return new SsfError('too_many_requests', message, { 'Retry-After': String(retryAfter) });
}

/** RFC 6750 section 3: a request without a token gets a challenge without an error. */
function refuse({ issuer }: CachedDomain, code: SsfErrorCode | null, description: string): SsfError {
  const details = code === null ? '' : `, error="${code}", error_description="${description}"`;
  const challenge = ['Bearer', 'DPoP'].map((scheme) => `${scheme} realm="${issuer}"${details}`).join(', ');
  return new SsfError(code ?? 'invalid_token', description, { 'WWW-Authenticate': challenge });
}
