import { inflateRawSync } from 'node:zlib';
import { Encryptor, identityProviderContext } from '@latchkey/crypto';
import {
  defaultValues,
  encode,
  FakeSamlIdentityProvider,
  type ResponseValues,
} from '../../../../../test/support/saml/fake-saml-identity-provider.js';
import { issueRsaCertificate, type RsaCertificate } from '../../../../../test/support/saml/rsa-certificate.js';
import { getForm, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import { MASTER_KEY } from '../../../../../test/support/management.js';
import type { Answer } from '../../../../../test/support/http.js';
import type { Row } from '../../../../../test/support/rows.js';
import type { FederationFixture } from '../federation.fixture.js';

const SSO_URL = 'https://idp.example.com/sso?tenant=7';
export const ENTITY_ID = 'https://idp.example.com/metadata';

/** An identity provider that speaks SAML, for tests of a federation fixture. */
export class SamlFixture {
  idp!: FakeSamlIdentityProvider;
  other!: FakeSamlIdentityProvider;
  recipient!: RsaCertificate;

  constructor(readonly federation: FederationFixture) {}

  async start(): Promise<void> {
    [this.idp, this.other, this.recipient] = await Promise.all([
      FakeSamlIdentityProvider.create(),
      FakeSamlIdentityProvider.create(),
      issueRsaCertificate('CN=service'),
    ]);
  }

  /** Adds it to the domain. @param saml members that replace the defaults @param values columns that replace the defaults */
  addIdentityProvider(name: string, saml: object = {}, values: Row = {}): Promise<void> {
    return this.federation.addIdentityProvider(name, {
      kind: 'saml',
      issuer: ENTITY_ID,
      client_id: this.entityId(name),
      client_secret: this.encryptKeys(name, [this.recipient]),
      token_endpoint_auth_method: 'private_key_jwt',
      scopes: [],
      saml: JSON.stringify({ ssoUrl: SSO_URL, certificates: [this.idp.certificate.pem], ...saml }),
      ...values,
    });
  }

  /** @returns keys of the domain as they are stored */
  encryptKeys(name: string, keys: readonly RsaCertificate[]): Buffer {
    const json = JSON.stringify(keys.map(({ privateKey, pem }) => ({ privateKey, certificate: pem })));
    const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
    return encryptor.encrypt(Buffer.from(json), identityProviderContext(this.federation.domainId, name));
  }

  entityId(name: string): string {
    return `${this.federation.issuer}${this.path(name)}/metadata`;
  }

  path(name: string): string {
    return `/connect/federation/${name}/saml`;
  }

  /** Starts a sign-in. @returns the request, and the values of a good response to it */
  async begin(browser: CookieBrowser, name = 'acme', parameters: Record<string, string> = {}) {
    const url = await this.federation.continueToUpstream(browser, name, parameters);
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString();
    const recipient = `${this.federation.issuer}${this.path(name)}`;
    const requestId = / ID="([^"]*)"/.exec(request)![1]!;
    const values: ResponseValues = defaultValues({ issuer: ENTITY_ID, audience: this.entityId(name), recipient, requestId });
    return { url, request, values, relayState: url.searchParams.get('RelayState')! };
  }

  /** Posts a response as the identity provider's page does: without the domain's cookies. @returns the page that posts it again */
  postCrossSite(name: string, fields: Record<string, string>): Promise<Answer> {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://idp.example.com',
      'Sec-Fetch-Site': 'cross-site',
    };
    const body = new URLSearchParams(fields).toString();
    return this.federation.stack.auth.send(this.federation.domain, this.path(name), { method: 'POST', headers, body });
  }

  /** Delivers a response in a browser. @returns the last page, and the redirect to the application */
  async deliver(browser: CookieBrowser, fields: Record<string, string>, name = 'acme'): Promise<{ answer: Answer; location: URL | null }> {
    const page = await this.postCrossSite(name, fields);
    if (page.status !== 200) return { answer: page, location: null };
    return browser.follow(await browser.post(getForm(page, 'Continue')));
  }

  /** Signs in. @param change of the response's values */
  async signIn(change: Partial<ResponseValues> = {}, name = 'acme'): Promise<{ answer: Answer; location: URL | null }> {
    const browser = this.federation.newBrowser();
    const { values, relayState } = await this.begin(browser, name);
    return this.deliver(browser, { SAMLResponse: encode(this.idp.issue({ ...values, ...change })), RelayState: relayState }, name);
  }
}
