import { expect, it } from '@jest/globals';
import { createFilledDomain, exportDomain, importFile, receiverKey, toFile, toLines, useInstallations } from './domain-transfer.fixture.js';

const installations = useInstallations();

/** The places of the errors of an import whose sender has changed rows past the API. */
async function findPlaces(change: string): Promise<string[]> {
  const { here, there } = installations;
  const { name, id } = await createFilledDomain(here);
  for (const statement of change.split(';')) await here.rows.query(`${statement} WHERE domain_id = $1`, [id]);
  const lines = toLines(await exportDomain(here, name, await receiverKey(there)));

  const { status, json } = await importFile(there, toFile(lines));

  expect(status).toBe(400);
  expect((await there.caller.get(`/v1/domain/${name}`)).status).toBe(404);
  return (json as { errors: { pointer: string; detail: string }[] }).errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

const CODE_CLIENT = `UPDATE client SET grant_type = 'AuthorizationCode'`;

it.each<[string, string, RegExp]>([
  ['a redirect URI', `${CODE_CLIENT}, redirect_uris = '{http://app.example.com/*}'`, /^\/clients\/filled\/redirectUris\/0 /],
  ['a scope of a client', `UPDATE client SET scope = 'a b"c'`, /^\/clients\/filled\/scope /],
  [
    'a key set of a client',
    `UPDATE client_authentication_method SET jwks_uri = 'http://10.0.0.1/keys'`,
    /^\/clients\/filled\/authentication/,
  ],
  ['a back-channel logout', `UPDATE backchannel_logout SET uri = 'http://10.0.0.1/'`, /^\/clients\/filled\/backchannelLogout/],
  ['the hash of a secret', `UPDATE client_secret SET hash = 'short'`, /ClientSecret: hash must be a SHA-256/],
  ['a resource', `UPDATE resource SET audience = 'no uri'`, /^\/resources\/resource-\d+\/audience /],
  ['a scope of a resource', `UPDATE resource SET scopes = '[{"scope":"openid"}]'`, /^\/resources\/resource-\d+\/scopes/],
  ['a role', `UPDATE role SET description = E'a\\nb'`, /^\/roles\/role-\d+\/description /],
  ['claims of a scope', `UPDATE scope_claims SET scopes = '[{"scope":"a b","claims":["sub"]}]'`, /^\/scopes\//],
  ['an identity provider', `UPDATE identity_provider SET issuer = 'http://169.254.169.254'`, /^\/providers\/provider-\d+\/issuer /],
  ['a webhook', `UPDATE webhook SET url = 'https://10.0.0.1/'`, /^\/webhooks\/[0-9a-f-]+\/url /],
  ['a stream', `UPDATE ssf_stream SET push_endpoint = 'http://app.example.com/'`, /SsfStream: push_endpoint must/],
  ['the branding', `UPDATE branding SET logo_url = 'javascript:alert(1)'`, /^\/branding\/logoUrl /],
  ['the sender of mails', `UPDATE mail_sender SET name = E'a\\r\\nBcc: eve@example.com'`, /^\/mailSender\/name /],
])('a file is refused, and nothing is imported, if %s breaks the rules of the API', async (_what, change, place) => {
  const [first] = await findPlaces(change);

  expect(first).toMatch(place);
});

it('lists all errors', async () => {
  const places = await findPlaces(
    `${CODE_CLIENT}, redirect_uris = '{http://a.example.com/, nonsense}'; UPDATE branding SET support_uri = 'javascript:alert(1)'`,
  );

  expect(places.map((place) => place.split(' ')[0])).toEqual([
    '/clients/filled/redirectUris/0',
    '/clients/filled/redirectUris/1',
    '/branding/supportUri',
  ]);
});
