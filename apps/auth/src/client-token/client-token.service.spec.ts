import { describe, expect, it } from '@jest/globals';
import { encodeJwsPart } from '@latchkey/crypto';
import { createLogger, Metrics, observeRequests } from '@latchkey/observability';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ClientCertificateService } from '../client-authentication/certificate/client-certificate.service.js';
import type { DomainRequest } from '../domain/served-domain.service.js';
import type { AccessTokenService } from '../access-token/access-token.service.js';
import type { MtlsHostService } from '../domain/mtls-host.service.js';
import type { DpopProofService } from '../provider/dpop/dpop-proof.service.js';
import { ProofOfPossessionService } from '../provider/dpop/proof-of-possession.service.js';
import { ClientTokenService } from './client-token.service.js';

const observe = observeRequests(createLogger({ service: 'auth', level: 'silent', format: 'json' }), new Metrics());
const ISSUER = 'https://shop.example.com';
const CLAIMS = { jti: 'a-jti', client_id: 'rx', aud: ISSUER, cnf: { 'x5t#S256': 'of-the-client' } };
const TOKEN = `${encodeJwsPart({})}.${encodeJwsPart(CLAIMS)}.c2lnbmF0dXJl`;

const UNREADABLE = { certificate: null, error: 'wrong-encoding', header: 'client-cert' };

/** @param thumbprint of the certificate that the proxy has forwarded; null if none */
function authenticate(thumbprint: string | null | typeof UNREADABLE, scheme = 'Bearer'): Promise<{ clientId: string }> {
  const tokens = {
    readAgain: () => Promise.resolve({}),
    findClientToken: () => Promise.resolve({ claims: CLAIMS, scope: ['ssf.manage'] }),
  } as unknown as AccessTokenService;
  const certificates = {
    read: () => (typeof thumbprint === 'string' ? { certificate: { thumbprint } } : thumbprint),
  } as unknown as ClientCertificateService;
  const request = new IncomingMessage(new Socket());
  request.headers.authorization = `${scheme} ${TOKEN}`;
  const response = new ServerResponse(request);
  observe(request, response);
  const current = { domain: { issuer: ISSUER }, request, response } as unknown as DomainRequest;
  const proofs = {} as DpopProofService;
  const possession = new ProofOfPossessionService(proofs, certificates, {} as MtlsHostService);
  return new ClientTokenService(tokens, possession, proofs).authenticate(current, ['ssf.read', 'ssf.manage']);
}

describe('certificate-bound tokens of clients', () => {
  it('accepts a token with its certificate', async () => {
    expect(await authenticate('of-the-client')).toMatchObject({ clientId: 'rx' });
  });

  it.each<[string, string | null | typeof UNREADABLE, string, RegExp]>([
    ['without a certificate', null, 'Bearer', /none was presented\.$/],
    ['with a certificate that cannot be read', UNREADABLE, 'Bearer', /could not be read: the header client-cert/],
    ['with another certificate', 'of-another', 'Bearer', /bound to another TLS certificate\.$/],
    ['as a DPoP token', 'of-the-client', 'DPoP', /a key that the request does not prove\.$/],
  ])('rejects a token %s', async (_, thumbprint, scheme, description) => {
    await expect(authenticate(thumbprint, scheme)).rejects.toMatchObject({
      code: 'invalid_token',
      description: expect.stringMatching(description),
    });
  });
});
