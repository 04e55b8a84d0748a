import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK, type JWTHeaderParameters, type JWTPayload } from 'jose';

/** A client's key for DPoP proofs: RFC 9449 section 4. */
export interface ProofSigner {
  jwk: JWK;
  thumbprint: string;
  /** A proof for a POST. Claims and header parameters that are undefined are left out. */
  prove(url: string, changes?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
}

export async function generateProofSigner(alg = 'ES256'): Promise<ProofSigner> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove: ProofSigner['prove'] = (url, changes, header) => {
    const claims = { htm: 'POST', htu: url, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000), ...changes };
    return new SignJWT(claims).setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header }).sign(privateKey);
  };
  return { jwk, thumbprint: await calculateJwkThumbprint(jwk), prove };
}

/** `ath`: RFC 9449 section 4.2. */
export function hashAccessToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
