import { Injectable } from '@nestjs/common';
import { sha256 } from '@latchkey/crypto';
import { getRequestEvent } from '@latchkey/observability';
import { pathOf } from '@latchkey/server';
import { ClientCertificateService } from '../client-authentication/certificate/client-certificate.service.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { ClientTokenService, type ClientToken } from '../provider/client-token.service.js';
import { DpopProofService } from '../token/dpop-proof.service.js';
import { SsfError, type SsfErrorCode } from './ssf.error.js';

const AUTHORIZATION = /^(Bearer|DPoP) ([A-Za-z0-9\-._~+/]+=*)$/i;

/** What a request needs: `ssf.manage` includes `ssf.read`. */
export type SsfScope = 'ssf.read' | 'ssf.manage';

/** A client of the domain that receives events. */
export interface Receiver {
  domain: CachedDomain;
  clientId: string;
  /** The `X-Request-Id` of its request. */
  requestId: string;
}

interface SentToken {
  scheme: string;
  value: string;
}

/** Finds out which client sent a request, by its access token: RFC 6750, RFC 8705 section 3, RFC 9449 section 7. */
@Injectable()
export class ReceiverService {
  constructor(
    private readonly tokens: ClientTokenService,
    private readonly proofs: DpopProofService,
    private readonly certificates: ClientCertificateService,
  ) {}

  /** @throws SsfError invalid_token, insufficient_scope */
  async authenticate(current: DomainRequest, scope: SsfScope): Promise<Receiver> {
    const { domain, request, response } = current;
    const [, scheme = '', value = ''] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
    if (value === '') throw refuse(domain, null, 'Send an access token of a client of this domain in the header Authorization.');
    const token = await this.tokens.find(domain, value);
    if (!token) throw refuse(domain, 'invalid_token', 'The access token has expired, was revoked or is not of a client of this domain.');
    if (!token.audiences.includes(domain.issuer))
      throw refuse(domain, 'invalid_token', `The access token is for another audience. Request one with the resource ${domain.issuer}.`);
    if (!(await this.holdsKey(current, token, { scheme, value })))
      throw refuse(domain, 'invalid_token', 'The access token is bound to a key that the request does not prove.');
    if (!token.scopes.some((each) => each === scope || each === 'ssf.manage'))
      throw refuse(domain, 'insufficient_scope', `The access token needs the scope ${scope}.`);
    const event = getRequestEvent(response);
    event.client = token.clientId;
    return { domain, clientId: token.clientId, requestId: event.requestId };
  }

  private async holdsKey({ request, domain }: DomainRequest, token: ClientToken, { scheme, value }: SentToken): Promise<boolean> {
    const isDpop = scheme.toLowerCase() === 'dpop';
    if (token.certificateThumbprint !== null)
      return !isDpop && this.certificates.read(request)?.certificate.thumbprint === token.certificateThumbprint;
    if (token.keyThumbprint === null) return !isDpop;
    const proof = request.headers['dpop'];
    if (!isDpop || typeof proof !== 'string') return false;
    const verified = await this.proofs.use(proof, {
      domainId: domain.id,
      clientId: token.clientId,
      method: request.method!,
      urls: [`${domain.issuer}${pathOf(request)}`],
      thumbprint: token.keyThumbprint,
      accessTokenHash: Buffer.from(sha256(value), 'hex').toString('base64url'),
      now: Date.now(),
    });
    return verified !== null;
  }
}

/** RFC 6750 section 3: a request without a token gets a challenge without an error. */
function refuse({ issuer }: CachedDomain, code: SsfErrorCode | null, description: string): SsfError {
  const details = code === null ? '' : `, error="${code}", error_description="${description}"`;
  const challenge = ['Bearer', 'DPoP'].map((scheme) => `${scheme} realm="${issuer}"${details}`).join(', ');
  return new SsfError(code ?? 'invalid_token', description, { 'WWW-Authenticate': challenge });
}
