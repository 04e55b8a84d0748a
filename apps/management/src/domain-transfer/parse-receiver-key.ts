import { getTransferKeyId, type TransferPublicJwk } from '@latchkey/crypto';
import { isObject } from '../http/merge-patch.js';
import { createReceiverProblem } from './export-opening.service.js';

/** Reads the key of a receiver. @param key a JWK in base64url @throws Problem invalid-request */
export function parseReceiverKey(key: string | undefined): TransferPublicJwk {
  if (key === undefined) throw createReceiverProblem('must be the answer of GET /v1/domain-import/key of the receiver, in base64url');
  const jwk = parse(key);
  if (!isObject(jwk)) throw createReceiverProblem('must be a JWK in base64url');
  const { kty, crv, x, y } = jwk;
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') {
    throw createReceiverProblem('must be a public key of the type EC and the curve P-256');
  }
  return { kty, crv, x, y, kid: getTransferKeyId({ kty, crv, x, y }), use: 'enc', alg: 'ECDH-ES+A256KW' };
}

function parse(key: string): unknown {
  try {
    return JSON.parse(Buffer.from(key, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
