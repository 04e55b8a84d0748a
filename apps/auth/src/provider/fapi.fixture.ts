import type { JWTPayload } from 'jose';
import { CertificateIssuer, type IssuedCertificate } from '../../../../test/support/certificates.js';
import type { Answer } from '../../../../test/support/http.js';
import {
  ASSERTION_TYPE,
  assertionClaims,
  generateAssertionKey,
  storeAuthentication,
  type AssertionKey,
  type Authentication,
} from '../client-authentication/assertion/assertion.fixture.js';
import { generateProofSigner, hashAccessToken, type ProofSigner } from '../client-authentication/dpop-proof.fixture.js';
import {
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  type Browser,
  type ServedDomainOfTest,
  type Tokens,
} from '../in-process-auth.fixture.js';

export const CERTIFICATE_HEADER = 'x-ssl-client-cert';
const SUBJECT = 'CN=bank,O=Shop';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** How a client authenticates, and what binds its access tokens. */
export interface ClientKind {
  by: 'key' | 'certificate';
  bound: 'DPoP' | 'MutualTLS';
}

/** Replacements for the request's default values. Undefined values are left out. */
export interface Changes {
  parameters?: Record<string, string | undefined>;
  headers?: Record<string, string | undefined>;
  /** Claims of the client assertion. */
  claims?: JWTPayload;
}

/** An auth server with a domain that prefers RS256, and factories for clients with the profile FAPI2. */
export class FapiFixture {
  private constructor(
    readonly auth: InProcessAuth,
    readonly domain: ServedDomainOfTest,
    readonly keys: { own: AssertionKey; rsa: AssertionKey },
    readonly signer: ProofSigner,
    readonly certificates: { own: IssuedCertificate; other: IssuedCertificate },
  ) {}

  static async start(): Promise<FapiFixture> {
    const environment = { CLIENT_CERT_HEADER: CERTIFICATE_HEADER, TRUST_PROXY: 'loopback', MTLS_AUTH_URL: 'https://mtls.{domain}' };
    const auth = await InProcessAuth.start({ environment });
    const domain = await auth.domain(['RS256', 'ES256', 'EdDSA']);
    await auth.rows.query(`UPDATE domain SET id_token_algorithms = '{RS256}', access_token_algorithms = '{RS256}' WHERE id = $1`, [
      domain.id,
    ]);
    const keys = { own: await generateAssertionKey(), rsa: await generateAssertionKey('RS256', 'rsa') };
    const issuer = new CertificateIssuer();
    const certificates = { own: await issuer.issue({ subject: SUBJECT }), other: await issuer.issue({ subject: 'CN=other' }) };
    return new FapiFixture(auth, domain, keys, await generateProofSigner(), certificates);
  }

  /** A client with the profile FAPI2. */
  async client({ by, bound }: ClientKind, values: object = {}): Promise<FapiClient> {
    const { alg: _alg, ...rsa } = this.keys.rsa.jwk as { alg: string };
    const method =
      by === 'key'
        ? { type: 'PrivateKeyJwt', jwks_uri: null, jwks: { keys: [this.keys.own.jwk, rsa] } }
        : { type: 'TlsClientAuth', jwks_uri: null, certificate_name: 'subjectDn', certificate_value: SUBJECT };
    const clientId = await this.store({ methods: [method], sender_constraint: bound }, values);
    return new FapiClient(this, clientId, { by, bound });
  }

  /** A client with the profile FAPI2 and another document. @returns its id */
  async store(document: Authentication, values: object = {}): Promise<string> {
    const clientId = await this.auth.client(this.domain, { ...values });
    await storeAuthentication(this.auth, { domain_id: this.domain.id, client_id: clientId }, { profile: 'FAPI2', ...document });
    return clientId;
  }

  post(path: string, parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams(parameters).toString();
    return this.auth.send(this.domain.name, path, { method: 'POST', headers: { ...FORM, ...headers }, body });
  }
}

/** A client with the profile FAPI2 that behaves correctly unless a test changes something. */
export class FapiClient {
  constructor(
    readonly fixture: FapiFixture,
    readonly clientId: string,
    readonly kind: ClientKind,
    private readonly host = fixture.domain.name,
  ) {}

  /** The same client, using the endpoints on the mTLS host. */
  atMtlsHost(): FapiClient {
    return new FapiClient(this.fixture, this.clientId, this.kind, `mtls.${this.fixture.domain.name}`);
  }

  /** The client's assertion, or its id beside its certificate. */
  async credentials(claims: JWTPayload = {}): Promise<Record<string, string>> {
    if (this.kind.by === 'certificate') return { client_id: this.clientId };
    const assertion = await this.fixture.keys.own.sign(assertionClaims(this.clientId, this.fixture.domain, claims));
    return { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
  }

  /** The headers that present the client's keys. @param claims of the DPoP proof */
  async showKeys(path: string, claims: JWTPayload = {}): Promise<Record<string, string>> {
    const { signer, certificates } = this.fixture;
    const { by, bound } = this.kind;
    const proof = bound === 'DPoP' && path !== '/connect/par' ? await signer.prove(`https://${this.host}${path}`, claims) : undefined;
    const hasCertificate = by === 'certificate' || bound === 'MutualTLS';
    return {
      ...(proof !== undefined && { DPoP: proof }),
      ...(hasCertificate && { [CERTIFICATE_HEADER]: encodeURIComponent(certificates.own.pem) }),
    };
  }

  async post(path: string, parameters: Record<string, string>, changes: Changes = {}): Promise<Answer> {
    const form = { ...(await this.credentials(changes.claims)), ...parameters, ...changes.parameters };
    const headers = { Host: this.host, ...(await this.showKeys(path)), ...changes.headers };
    return this.fixture.post(path, omitUndefined(form), omitUndefined(headers));
  }

  /** Pushes an authorization request. */
  async push(changes: Changes = {}): Promise<{ answer: Answer; requestUri: string; verifier: string }> {
    const { request, verifier } = codeRequest(this.clientId, { scope: 'openid profile offline_access orders' });
    const answer = await this.post('/connect/par', request, changes);
    return { answer, requestUri: (answer.json as { request_uri: string }).request_uri, verifier };
  }

  /** Signs a user in for a pushed request. */
  async signIn(sub: string, changes: Changes = {}): Promise<{ location: URL; verifier: string; browser: Browser }> {
    const { requestUri, verifier } = await this.push(changes);
    const browser = this.fixture.auth.browser(this.fixture.domain);
    return { location: await browser.signIn({ client_id: this.clientId, request_uri: requestUri }, { sub }), verifier, browser };
  }

  /** The parameters of a token request after a user's sign-in. */
  async obtainCode(sub: string, changes: Changes = {}): Promise<Record<string, string>> {
    const { location, verifier } = await this.signIn(sub, changes);
    const code = location.searchParams.get('code')!;
    return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT_URI };
  }

  requestToken(parameters: Record<string, string>, changes: Changes = {}): Promise<Answer> {
    return this.post('/connect/token', parameters, changes);
  }

  async obtainTokens(sub: string): Promise<Required<Tokens>> {
    const { status, text, json } = await this.requestToken(await this.obtainCode(sub));
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json as Required<Tokens>;
  }

  async userinfo(accessToken: string, headers: Record<string, string | undefined> = {}): Promise<Answer> {
    const path = '/connect/userinfo';
    const Authorization = `${this.kind.bound === 'DPoP' ? 'DPoP' : 'Bearer'} ${accessToken}`;
    const keys = await this.showKeys(path, { htm: 'GET', ath: hashAccessToken(accessToken) });
    return this.fixture.auth.send(this.host, path, { headers: omitUndefined({ Authorization, ...keys, ...headers }) });
  }
}

function omitUndefined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Status, error code and description of a rejection. */
export function refusalOf({ status, json }: Answer): unknown[] {
  const { error, error_description: description } = json as { error: string; error_description: string };
  return [status, error, description];
}
