import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';

/** A cluster's key, as shown by `kubectl get --raw /openid/v1/jwks`. */
export interface ClusterKey {
  jwk: JWK;
  /** A service-account token: a JWT in the form of the API server, whose only header besides `alg` is `kid`. */
  sign(claims: JWTPayload): Promise<string>;
}

export async function generateClusterKey(kid: string = randomUUID()): Promise<ClusterKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const { n, e } = await exportJWK(publicKey);
  return {
    jwk: { use: 'sig', kty: 'RSA', kid, alg: 'RS256', n: n!, e: e! },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
  };
}

/** The claims of a token for a pod of the service account `orders` in the namespace `shop`, valid for an hour. @param claims has `iss` and `aud` */
export function buildServiceAccountClaims(claims: JWTPayload): JWTPayload {
  const now = Math.floor(Date.now() / 1_000);
  return {
    exp: now + 3_600,
    iat: now,
    jti: randomUUID(),
    'kubernetes.io': {
      namespace: 'shop',
      node: { name: 'node-1', uid: '0b3f6a52-27c9-4d0f-8d0c-3f8e5f0c7d11' },
      pod: { name: 'orders-5d7c9f6b8-x2x4q', uid: '5f1d9c0e-8a52-4b0a-9a3e-6f1c2d3e4f50' },
      serviceaccount: { name: 'orders', uid: '0c7a1b2c-3d4e-4f50-8a6b-7c8d9e0f1a2b' },
      warnafter: now + 3_607,
    },
    nbf: now,
    sub: 'system:serviceaccount:shop:orders',
    ...claims,
  };
}

/** The issuer of a cluster that publishes its keys, on loopback. */
export class PublishedIssuer {
  readonly url: string;
  /** The published keys. */
  keys: ClusterKey[] = [];
  isDown = false;
  /** The paths of all requests. */
  requests: string[] = [];
  /** Where its metadata are. */
  metadataPath = '/.well-known/openid-configuration';

  private constructor(private readonly server: Server) {
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<PublishedIssuer> {
    const server = createServer((request, response) => {
      issuer.requests.push(request.url!);
      const document = issuer.getDocument(request.url!);
      if (issuer.isDown || document === null) response.writeHead(issuer.isDown ? 500 : 404).end();
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const issuer = new PublishedIssuer(server);
    return issuer;
  }

  async stop(): Promise<void> {
    this.server.close().closeAllConnections();
    await once(this.server, 'close');
  }

  private getDocument(path: string): object | null {
    if (path === '/openid/v1/jwks') return { keys: this.keys.map(({ jwk }) => jwk) };
    if (path !== this.metadataPath) return null;
    return {
      issuer: this.url,
      jwks_uri: `${this.url}/openid/v1/jwks`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }
}
