import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import type { InProcessAuth, ServedDomainOfTest } from '../../in-process-auth.fixture.js';
import type { Row } from '../../../../../test/support/rows.js';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A key pair of a client or of a workload issuer. */
export interface AssertionKey {
  jwk: object;
  /** A signed JWT. Claims that are undefined are left out. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
}

export async function generateAssertionKey(alg = 'ES256', kid = 'key-1'): Promise<AssertionKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const sign: AssertionKey['sign'] = (claims, header) => new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg }, sign };
}

/** Claims of a client's assertion, valid for a minute. */
export function assertionClaims(clientId: string, { issuer }: Pick<ServedDomainOfTest, 'issuer'>, changes: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1_000);
  return { iss: clientId, sub: clientId, aud: issuer, exp: now + 60, iat: now, jti: randomUUID(), ...changes };
}

export interface Authentication {
  methods: Row[];
  sender_constraint?: string;
  profile?: string;
}

/** Gives a client an authentication document. */
export async function storeAuthentication(auth: InProcessAuth, client: Row, { methods, ...document }: Authentication): Promise<void> {
  await auth.rows.insert('client_authentication', { ...client, ...document });
  for (const [position, method] of methods.entries())
    await auth.rows.insert('client_authentication_method', { ...client, position, ...method });
  await auth.rows.query(`UPDATE client SET revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2`, [
    client['domain_id'],
    client['client_id'],
  ]);
}
