import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';

const ALGORITHM = 'ES256';

/** What a token differs in from a valid one for `GET` and `DELETE /orders`. */
export interface TokenChanges {
  claims?: JWTPayload;
  header?: Partial<JWTHeaderParameters>;
  /** Whether a key signs it that is not published. */
  isForged?: boolean;
}

/** An issuer of access tokens as Latchkey issues them, right and wrong. It publishes its metadata and its key. */
export class TokenIssuer {
  private constructor(
    private readonly server: Server,
    private readonly key: CryptoKey,
    private readonly otherKey: CryptoKey,
  ) {}

  static async start(): Promise<TokenIssuer> {
    const [published, other] = [await generateKeyPair(ALGORITHM), await generateKeyPair(ALGORITHM)];
    const jwk = { ...(await exportJWK(published.publicKey)), kid: 'key', alg: ALGORITHM, use: 'sig' };
    const server = createServer((request, response) => {
      const documents: Record<string, object> = {
        '/.well-known/openid-configuration': issuer.metadata,
        '/.well-known/jwks.json': { keys: [jwk] },
      };
      const document = documents[request.url!];
      response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = new TokenIssuer(server, published.privateKey, other.privateKey);
    return issuer;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** A token for the API with all that it needs, except for what differs. */
  sign({ claims, header, isForged = false }: TokenChanges = {}): Promise<string> {
    const protectedHeader = { alg: ALGORITHM, kid: 'key', typ: 'at+jwt', ...header };
    return new SignJWT(this.createClaims(claims)).setProtectedHeader(protectedHeader).sign(isForged ? this.otherKey : this.key);
  }

  /** A token without a signature. */
  createUnsigned(): string {
    return new UnsecuredJWT(this.createClaims()).encode();
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  private get metadata(): object {
    const [issuer, endpoint] = [this.url, `${this.url}/connect`];
    return {
      issuer,
      authorization_endpoint: `${endpoint}/authorize`,
      token_endpoint: `${endpoint}/token`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [ALGORITHM],
    };
  }

  private createClaims(changes: JWTPayload = {}): JWTPayload {
    const now = Math.floor(Date.now() / 1_000);
    const subject = { sub: 'shop', client_id: 'shop', scope: 'read write', roles: ['clerk'] };
    return { iss: this.url, aud: this.url, iat: now, exp: now + 300, jti: randomUUID(), ...subject, ...changes };
  }
}
