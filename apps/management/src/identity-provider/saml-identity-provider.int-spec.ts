import { beforeAll, describe, expect, it } from '@jest/globals';
import { Encryptor, identityProviderContext, parseRsaCertificate, type SamlKey } from '@latchkey/crypto';
import { MASTER_KEY } from '../../../../test/support/management.js';
import type { Answer } from '../../../../test/support/http.js';
import { issueRsaCertificate, type RsaCertificate } from '../../../../test/support/saml/rsa-certificate.js';
import { useIdentityProviderFixture } from './identity-provider.fixture.js';

const ENTITY_ID = 'http://www.okta.com/exk4711';
const SLO_URL = 'https://acme.okta.com/app/slo/saml';
const SSO_URL = 'https://acme.okta.com/app/sso/saml';

const fixture = useIdentityProviderFixture({ AUTH_URL: 'https://{domain}' });
let certificate: RsaCertificate;
let next: RsaCertificate;
let expired: RsaCertificate;

beforeAll(async () => {
  [certificate, next, expired] = await Promise.all([
    issueRsaCertificate('CN=idp'),
    issueRsaCertificate('CN=idp'),
    issueRsaCertificate('CN=idp', -60_000),
  ]);
});

const getErrors = ({ json }: Answer): unknown => (json as { errors?: unknown }).errors;
const createSaml = (changes: object = {}) => ({ ssoUrl: SSO_URL, sloUrl: SLO_URL, certificates: [certificate.pem, next.pem], ...changes });
const put = (saml: unknown, changes: object = {}, query = '') =>
  fixture.caller.put(`${fixture.path}${query}`, { kind: 'saml', issuer: ENTITY_ID, clientId: 'urn:acme', saml, ...changes });

function buildMetadata(content: string): string {
  return (
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ENTITY_ID}">` +
    '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">' +
    `<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${content}</X509Certificate></X509Data></KeyInfo>` +
    '</KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"' +
    ` Location="${SSO_URL}"/></IDPSSODescriptor></EntityDescriptor>`
  );
}

const toBase64 = ({ pem }: RsaCertificate) => pem.replaceAll(/-----[^-]*-----/g, '');

describe('identity providers of the kind saml', () => {
  it('are stored without any request, and answer with what to register there', async () => {
    const answer = await put(createSaml({ subjectAttribute: 'employee' }));

    const redirectUri = `https://${fixture.domain}/connect/federation/northwind/saml`;
    expect(answer).toMatchObject({
      status: 200,
      json: {
        kind: 'saml',
        issuer: ENTITY_ID,
        clientId: 'urn:acme',
        saml: createSaml({ subjectAttribute: 'employee' }),
        redirectUri,
        samlMetadataUri: `${redirectUri}/metadata`,
        certificatesExpireAt: [expect.any(String), expect.any(String)],
      },
    });
    for (const name of ['scopes', 'tokenEndpointAuthMethod', 'requireNonce', 'responseMode']) expect(answer.json).not.toHaveProperty(name);
    expect((await fixture.caller.get(fixture.path)).json).toEqual(answer.json);
    expect(fixture.upstream.paths).toEqual([]);
  });

  it('can be put again as they are shown', async () => {
    const { json } = await put(createSaml());

    expect(await fixture.caller.put(fixture.path, json as object)).toMatchObject({ status: 200, json: { saml: createSaml() } });
  });

  it('are read from metadata', async () => {
    const answer = await put({ metadata: buildMetadata(toBase64(certificate)) });

    expect(answer).toMatchObject({ status: 200, json: { saml: { ssoUrl: SSO_URL, certificates: [certificate.pem] } } });
    expect((answer.json as { saml: object }).saml).not.toHaveProperty('metadata');
  });

  it('give the domain a key, which stays until it is rotated, and a former one then', async () => {
    const readKeys = async () => {
      const [row] = await fixture.rows.query<{ client_secret: Buffer; id: string }>(
        `SELECT client_secret, id FROM identity_provider JOIN domain ON id = domain_id WHERE domain.name = $1`,
        [fixture.domain],
      );
      const context = identityProviderContext(row!.id, 'northwind');
      return JSON.parse(new Encryptor([Buffer.from(MASTER_KEY, 'base64')]).decrypt(row!.client_secret, context).toString()) as SamlKey[];
    };
    const states: SamlKey[][] = [];
    for (const query of ['', '', '?rotateKey=true', '?rotateKey=true']) {
      expect((await put(createSaml(), {}, query)).json).toMatchObject({ hasClientSecret: false });
      states.push(await readKeys());
    }

    const [first, same, second, third] = states;
    expect(first).toEqual([{ privateKey: expect.stringContaining('PRIVATE KEY'), certificate: expect.stringContaining('CERTIFICATE') }]);
    expect(parseRsaCertificate(first![0]!.certificate)!.expiresAt.getTime()).toBeGreaterThan(Date.now());
    expect(same).toEqual(first);
    expect(second).toEqual([expect.anything(), first![0]]);
    expect(third).toEqual([expect.anything(), second![0]]);
  });

  it('leave no secret to a provider of another kind', async () => {
    const { issuer } = fixture.upstream;
    await put(createSaml(), { issuer });

    const answer = await fixture.caller.put(fixture.path, { issuer, clientId: 'latchkey' });

    expect(getErrors(answer)).toEqual([
      { pointer: '/clientSecret', detail: 'must be sent again, because the kind changes and a SAML identity provider has no secret' },
    ]);
  });

  it('are part of the configuration document, which can be applied again', async () => {
    await put(createSaml());
    const root = `/v1/domain/${fixture.domain}/configuration`;
    const { json } = await fixture.caller.get(root);

    expect(json).toMatchObject({ providers: { northwind: { kind: 'saml', issuer: ENTITY_ID, saml: createSaml() } } });
    expect(await fixture.caller.put(root, json as object)).toMatchObject({ status: 200, json: { changes: [] } });
  });

  it('need a certificate that has not expired', async () => {
    const refused = await put(createSaml({ certificates: [expired.pem] }), {}, '?dryRun=true');
    const accepted = await put(createSaml({ certificates: [expired.pem, next.pem] }), {}, '?dryRun=true');

    expect(getErrors(refused)).toEqual([{ pointer: '/saml/certificates', detail: 'must have a certificate that has not expired' }]);
    expect(accepted.status).toBe(200);
  });

  it.each<[string, () => unknown, object, [string, RegExp][]]>([
    ['without a configuration', () => null, {}, [['/saml', /^must be an object with metadata/]]],
    [
      'of another kind',
      () => createSaml(),
      { kind: 'oidc', issuer: 'https://a.example' },
      [['/saml', /^must be omitted unless kind is saml/]],
    ],
    ['with members of OpenID Connect', () => createSaml(), { scopes: ['openid'] }, [['/saml', /^must not stand beside scopes/]]],
    [
      'with nothing',
      () => ({}),
      {},
      [
        ['/saml/certificates', /^must be 1 to 10 certificates/],
        ['/saml/ssoUrl', /^is required/],
      ],
    ],
    [
      'with four errors',
      () => ({ ssoUrl: 'ldap://x', certificates: ['AAAA'], subjectAttribute: '', 'a/b': 1 }),
      {},
      [
        ['/saml/a~1b', /^is not a property/],
        ['/saml/certificates', /^must be 1 to 10 certificates/],
        ['/saml/ssoUrl', /^must be a URL/],
        ['/saml/subjectAttribute', /^must be the name of an attribute/],
      ],
    ],
    [
      'with metadata of another provider',
      () => ({ metadata: buildMetadata(toBase64(certificate)).replace('exk4711', 'exk4712') }),
      {},
      [['/saml/metadata', /^must be of the issuer: its entityID is "http:\/\/www.okta.com\/exk4712"/]],
    ],
    [
      'with metadata without a certificate',
      () => ({ metadata: buildMetadata('AAAA') }),
      {},
      [['/saml/metadata', /^has signing certificates that must be/]],
    ],
    ['with metadata that are no XML', () => ({ metadata: '<a' }), {}, [['/saml/metadata', /^must be well-formed XML$/]]],
    ['with empty metadata', () => ({ metadata: '' }), {}, [['/saml/metadata', /^must be well-formed XML$/]]],
    [
      'with metadata and an address',
      () => ({ ...createSaml(), metadata: buildMetadata(toBase64(certificate)), certificates: null, sloUrl: null }),
      {},
      [['/saml/ssoUrl', /^must be omitted/]],
    ],
    ['with an issuer that is no URI', () => createSaml(), { issuer: 'okta' }, [['/issuer', /^must be the entity ID/]]],
  ])('are refused %s', async (_, saml, changes, errors) => {
    const answer = await put(saml(), changes);

    const found = (getErrors(answer) as { pointer: string; detail: string }[]).toSorted((a, b) => a.pointer.localeCompare(b.pointer));
    expect(found).toEqual(errors.map(([pointer, detail]) => ({ pointer, detail: expect.stringMatching(detail) })));
    expect((await fixture.caller.get(fixture.path)).status).toBe(404);
  });
});
