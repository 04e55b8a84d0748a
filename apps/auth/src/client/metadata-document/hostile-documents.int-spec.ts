import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SafeFetchClient } from '@latchkey/outgoing';
import { gzipSync } from 'node:zlib';
import { useAuthFixture } from '../../auth.fixture.js';
import { DomainCacheRegistry } from '../../cache/domain-cache.registry.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { DomainCache } from '../../domain/domain.cache.js';
import { ServedDomainService } from '../../domain/served-domain.service.js';
import { DocumentServer, sendJson, sendText, type Behaviour } from './document-server.fixture.js';
import { MetadataDocumentAuditLogService } from './metadata-document-audit-log.service.js';
import { MetadataDocumentService } from './metadata-document.service.js';

/** Milliseconds; in production 3 seconds. */
const TIMEOUT = 400;
const JSON_TYPE = { 'content-type': 'application/json' };
/** The addresses of names that their owners point at what is not theirs. */
const ADDRESSES: Record<string, string[]> = {
  'private.example.com': ['10.0.0.7'],
  'loopback.example.com': ['127.0.0.1'],
  'loopback6.example.com': ['::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'shared.example.com': ['100.64.0.1'],
  'unspecified.example.com': ['0.0.0.0'],
};

const fixture = useAuthFixture();
let server: DocumentServer;
let client: SafeFetchClient;
let service: MetadataDocumentService;
let domains: CachedDomain[];

beforeAll(async () => {
  server = await DocumentServer.start();
  const resolve = (name: string) => Promise.resolve(ADDRESSES[name] ?? []);
  client = new SafeFetchClient({ production: false, resolve, timeout: TIMEOUT });
  const { app, rows } = fixture.auth;
  const log = app.get(MetadataDocumentAuditLogService);
  service = new MetadataDocumentService({ production: false }, client, app.get(DomainCache), log, new DomainCacheRegistry());
  // The log of one domain has at most 60 refusals a minute.
  domains = [];
  for (const hosts of [null, null, null, ['known.example.com', 'client.localhost']]) {
    const { id, name } = await fixture.auth.domain();
    await rows.insert('client_registration', { domain_id: id, metadata_documents: { enabled: true, hosts, resources: [] } });
    domains.push((await app.get(ServedDomainService).find(name))!);
  }
});

afterAll(async () => {
  server.stop();
  await client.close();
});

const redirectTo = (...redirect_uris: unknown[]) => ({ redirect_uris });
const slowly: Behaviour = (response) => {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
};
const RSA_KEY = { kty: 'RSA', n: 'AQAB', e: 'AQAB' };
const byKeys = (changes: object) => ({ token_endpoint_auth_method: 'private_key_jwt', ...changes });
const LONG_LIST = Array.from({ length: 51 }, (_none, n) => `http://127.0.0.1/${n}`);

/** A client_id, or what its document differs in, or how its server behaves; and the words of the refusal. */
type Kind = [title: string, target: string | object | Behaviour, words: RegExp];

const IDS: Kind[] = [
  ['http', 'http://a.example.com/client.json', /client_id must use https/],
  ['a user name', 'https://user@a.example.com/client.json', /must not contain a user name or password/],
  ['a password', 'https://:secret@a.example.com/client.json', /must not contain a user name or password/],
  ['an empty user name', 'https://@a.example.com/client.json', /spelled as a browser shows it/],
  ['a fragment', 'https://a.example.com/client.json#a', /must not have a fragment/],
  ['an empty fragment', 'https://a.example.com/client.json#', /must not have a fragment/],
  ['a query', 'https://a.example.com/client.json?a=b', /must not have a query/],
  ['an empty query', 'https://a.example.com/client.json?', /must not have a query/],
  ['a port', 'https://a.example.com:8443/client.json', /must not have a port/],
  ['the default port', 'https://a.example.com:443/client.json', /spelled as a browser shows it/],
  ['no path', 'https://a.example.com', /spelled as a browser shows it/],
  ['dot segments', 'https://a.example.com/a/../client.json', /no dot segments/],
  ['a single dot segment', 'https://a.example.com/./client.json', /no dot segments/],
  ['encoded dot segments', 'https://a.example.com/a/%2e%2e/client.json', /no dot segments/],
  ['an encoded slash', 'https://a.example.com/a%2fclient.json', /must not have encoded slashes/],
  ['an encoded null', 'https://a.example.com/client.json%00', /must not have encoded slashes/],
  ['a backslash', 'https://a.example.com\\client.json', /spelled as a browser shows it/],
  ['a tab', 'https://a.example.com/cli\tent.json', /spelled as a browser shows it/],
  ['a space at its end', 'https://a.example.com/client.json ', /spelled as a browser shows it/],
  ['capitals in the host', 'https://A.example.com/client.json', /a host in lower case/],
  ['capitals in the scheme', 'HTTPS://a.example.com/client.json', /spelled as a browser shows it/],
  ['a period after the host', 'https://a.example.com./client.json', /must not end with a period/],
  ['an IPv4 address', 'https://203.0.113.7/client.json', /a host name, not an IP address/],
  ['a private IPv4 address', 'https://10.0.0.7/client.json', /a host name, not an IP address/],
  ['an IPv4 address as a number', 'https://2130706433/client.json', /spelled as a browser shows it/],
  ['an IPv4 address in hexadecimal digits', 'https://0x7f.1/client.json', /spelled as a browser shows it/],
  ['an IPv6 address', 'https://[2001:db8::7]/client.json', /a host name, not an IP address/],
  ['a host that looks like another', 'https://xn--pple-43d.com/client.json', /letters beyond ASCII/],
  ['a label that looks like another', 'https://login.xn--80ak6aa92e.example.com/client.json', /letters beyond ASCII/],
  ['letters beyond ASCII', 'https://\u0430pple.com/client.json', /spelled as a browser shows it/],
  ['too many characters', `https://a.example.com/${'a'.repeat(500)}`, /at most 512 characters/],
  ['no host', 'https:///client.json', /must be a URL|spelled as a browser shows it/],
  ...Object.keys(ADDRESSES).map((name): Kind => [
    `a name for ${ADDRESSES[name]!.join()}`,
    `https://${name}/a`,
    /an address that is not public/,
  ]),
  ['a name without an address', 'https://absent.example.com/client.json', /points to an address that is not public|DNS does not know/],
];

const ANSWERS: Kind[] = [
  ['404', sendText('', {}, 404), /answered with the status 404, not 200/],
  ['an error with a document', sendText('{}', JSON_TYPE, 500), /answered with the status 500, not 200/],
  ['201', sendJson({}), /client_id must be the URL/],
  ['a redirect', sendText('', { location: 'https://b.example.com/' }, 302), /a redirect, which is not followed/],
  ['a redirect to a private address', sendText('', { location: 'http://127.0.0.1/' }, 307), /a redirect, which is not followed/],
  ['HTML', sendText('<!doctype html>', { 'content-type': 'text/html' }), /something that is not JSON/],
  ['JSON as HTML', sendText('{}', { 'content-type': 'text/html' }), /something that is not JSON/],
  ['JSON as a script', sendText('{}', { 'content-type': 'text/javascript' }), /something that is not JSON/],
  ['JSON without a type', sendText('{}'), /something that is not JSON/],
  ['HTML as JSON', sendText('<!doctype html>', JSON_TYPE), /must be a JSON object/],
  ['half a document', sendText('{"client_id":', JSON_TYPE), /must be a JSON object/],
  ['nothing', sendText('', JSON_TYPE), /must be a JSON object/],
  ['a list', sendJson([]), /must be a JSON object/],
  ['null', sendJson(null), /must be a JSON object/],
  ['a text', sendJson('client'), /must be a JSON object/],
  ['deep nesting', sendText('['.repeat(5_000) + ']'.repeat(5_000), JSON_TYPE), /something that is not JSON/],
  ['more than 32 KiB', sendJson({ contacts: 'a'.repeat(32_768) }), /more than can be taken/],
  [
    'more than 32 KiB in chunks',
    (response) => void response.writeHead(200, JSON_TYPE).write('a'.repeat(20_000), () => response.end('a'.repeat(20_000))),
    /more than can be taken/,
  ],
  [
    'a compressed bomb',
    sendText(gzipSync(Buffer.alloc(10_000_000)), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    /more than can be taken/,
  ],
  ['long headers', sendText('{}', { ...JSON_TYPE, 'x-long': 'a'.repeat(20_000) }), /more than can be taken/],
  ['no answer', () => undefined, /took too long to answer/],
  ['a slow body', slowly, /took too long to answer/],
  ['a closed connection', (response) => void response.socket!.destroy(), /cannot be reached/],
  ['no HTTP', (response) => void response.socket!.end('hello\r\n\r\n'), /something that is not HTTP/],
];

const DOCUMENTS: Kind[] = [
  ['no client_id', { client_id: undefined }, /client_id must be the URL of the document/],
  ['the client_id of another client', { client_id: 'https://claude.ai/client.json' }, /client_id must be the URL of the document/],
  ['a list of client_ids', { client_id: ['https://claude.ai/client.json'] }, /client_id must be the URL of the document/],
  ['no redirect URI', { redirect_uris: undefined }, /redirect_uris must be a list/],
  ['an empty list of redirect URIs', redirectTo(), /redirect_uris must be a list/],
  ['a redirect URI instead of a list', { redirect_uris: 'http://127.0.0.1/' }, /redirect_uris must be a list/],
  ['51 redirect URIs', redirectTo(...LONG_LIST), /redirect_uris must have at most 50/],
  ['a redirect URI that is no text', redirectTo(7), /redirect_uris\/0 must be an absolute URI/],
  ['a redirect URI elsewhere', redirectTo('https://b.example.com/'), /redirect_uris\/0 must be on client\.localhost/],
  ['a second redirect URI elsewhere', redirectTo('http://127.0.0.1/', 'https://b.example.com/'), /redirect_uris\/1 must be on/],
  ['a redirect URI below its host', redirectTo('https://a.client.localhost/'), /redirect_uris\/0 must be on client\.localhost/],
  ['a redirect URI at another port', redirectTo('https://client.localhost:1/'), /redirect_uris\/0 must be on client\.localhost/],
  ['a redirect URI by http', redirectTo('http://b.example.com/'), /redirect_uris\/0 must use https/],
  ['a redirect URI of any app', redirectTo('com.example.app:/callback'), /redirect_uris\/0 must be on/],
  ['a redirect URI that runs a script', redirectTo('javascript:alert(1)'), /redirect_uris\/0 must use https/],
  ['a redirect URI with data', redirectTo('data:text/html,a'), /redirect_uris\/0 must/],
  ['a redirect URI with a fragment', redirectTo('http://127.0.0.1/#a'), /redirect_uris\/0 must not have a fragment/],
  ['a redirect URI with a user name', redirectTo('https://client.localhost@b.example.com/'), /redirect_uris\/0 must not contain a user/],
  ['a redirect URI with a wildcard', redirectTo('https://*.example.com/'), /redirect_uris\/0 must/],
  ...['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'tls_client_auth', 7].map((method): Kind => [
    `authentication by ${method}`,
    { token_endpoint_auth_method: method },
    /token_endpoint_auth_method must be none or private_key_jwt/,
  ]),
  ['authentication by keys that it lacks', byKeys({}), /jwks or jwks_uri, one of the two/],
  ['keys in two places', byKeys({ jwks: { keys: [RSA_KEY] }, jwks_uri: 'https://a.example.com/' }), /jwks or jwks_uri, one of the two/],
  ['an empty key set', byKeys({ jwks: { keys: [] } }), /jwks must be a JWK set with 1 to 100 keys/],
  ['101 keys', byKeys({ jwks: { keys: Array.from({ length: 101 }, () => RSA_KEY) } }), /jwks must be a JWK set with 1 to 100 keys/],
  ['keys at a private address', byKeys({ jwks_uri: 'https://10.0.0.7/jwks' }), /jwks_uri .*not public/],
  ['keys by http', byKeys({ jwks_uri: 'http://a.example.com/jwks' }), /jwks_uri must be an https URL/],
  ['keys at a user name', byKeys({ jwks_uri: 'https://a.example.com@10.0.0.7/jwks' }), /jwks_uri must be an https URL/],
  ['keys in a file', byKeys({ jwks_uri: 'file:///etc/passwd' }), /jwks_uri must be an https URL/],
  ['keys at no URL', byKeys({ jwks_uri: 7 }), /jwks_uri must be an https URL/],
  [
    'assertions with a shared secret',
    byKeys({ jwks: { keys: [RSA_KEY] }, token_endpoint_auth_signing_alg: 'HS256' }),
    /token_endpoint_auth_signing_alg must not be/,
  ],
  ...['client_secret', 'client_secret_expires_at', 'registration_access_token'].map((name): Kind => [
    `the member ${name}`,
    { [name]: 'a' },
    new RegExp(`${name} must not be in a document that everyone can read`),
  ]),
  ['a private RSA key', { jwks: { keys: [RSA_KEY, { ...RSA_KEY, d: 'a' }] } }, /jwks must have public keys only/],
  ['a private EC key', { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'a', d: 'a' }] } }, /jwks must have public keys only/],
  ['a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'a' }] } }, /jwks must have public keys only/],
  ['keys that are no objects', { jwks: { keys: [7] } }, /jwks must have public keys only/],
  ['a key set that is none', { jwks: 'keys' }, /jwks must be a JWK set/],
  ['ID tokens with a shared secret', { id_token_signed_response_alg: 'HS256' }, /id_token_signed_response_alg must not be/],
  ['unsigned request objects', { request_object_signing_alg: 'none' }, /request_object_signing_alg must not be/],
  ['ID tokens encrypted by a shared secret', { id_token_encrypted_response_alg: 'dir' }, /id_token_encrypted_response_alg must not be/],
  ['no code grant', { grant_types: ['client_credentials'] }, /grant_types must be a list that contains authorization_code/],
  ['a grant instead of a list', { grant_types: 'authorization_code' }, /grant_types must be a list/],
  ['only implicit responses', { response_types: ['token'] }, /response_types must be a list that contains code/],
  ...['javascript:alert(1)', 'data:image/svg+xml,a', 'http://b.example.com/logo.png', 'https://u:p@b.example.com/', 'logo.png', 7].map(
    (logo): Kind => [`the logo ${logo}`, { logo_uri: logo }, /logo_uri must be an https URL/],
  ),
  ...['client_uri', 'policy_uri', 'tos_uri', 'jwks_uri'].map((name): Kind => [
    `a script as ${name}`,
    { [name]: 'javascript:alert(1)' },
    new RegExp(`${name} must be an https URL`),
  ]),
  ['a name with control characters', { client_name: 'a\u0007' }, /client_name must be a text/],
  ['a name that reverses what follows', { client_name: '\u202egro.elpmaxe' }, /client_name must be a text/],
  ['a name of 201 characters', { client_name: 'a'.repeat(201) }, /client_name must be a text/],
  ['a name that is no text', { client_name: {} }, /client_name must be a text/],
];

const KINDS = [...IDS, ...ANSWERS, ...DOCUMENTS];

/** Refuses the client_id, and returns its words. */
async function refuse(domain: CachedDomain, clientId: string, requestId: string): Promise<string> {
  try {
    await service.readForRequest(domain, clientId, requestId);
  } catch (error) {
    return (error as { reason: string }).reason;
  }
  throw new Error('was not refused');
}

const readLog = (domain: CachedDomain, requestId: string) =>
  fixture.auth.rows.query<{ client_id: string; data: unknown }>(
    `SELECT client_id, data FROM log_entry WHERE domain_id = $1 AND request_id = $2 AND type = 'client.metadata_document_refused'`,
    [domain.id, requestId],
  );

function idOf(target: Kind[1]): string {
  if (typeof target === 'string') return target;
  return typeof target === 'function' ? server.add(target as Behaviour) : server.serve(target);
}

describe('a client_id or its document', () => {
  it('is hostile in at least 60 ways', () => {
    expect(new Set(KINDS.map(([title]) => title)).size).toBe(KINDS.length);
    expect(KINDS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(KINDS.map((kind, n) => [...kind, n] as const))(
    'is refused with %s, in words that the log has, too',
    async (_title, target, words, n) => {
      const [domain, clientId] = [domains[n % 3]!, idOf(target)];

      const reason = await refuse(domain, clientId, `request-${n}`);

      expect(reason).toMatch(words);
      // RFC 6749 section 4.1.2.1.
      expect(reason).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(await readLog(domain, `request-${n}`)).toEqual([{ client_id: clientId.slice(0, 512), data: { reason } }]);
    },
  );

  it('is refused if its host is not in the list of the domain', async () => {
    const reason = await refuse(domains[3]!, 'https://known.example.com.b.example.com/', 'request-of-list');

    expect(reason).toMatch(/^the host known\.example\.com\.b\.example\.com is not one from which this server reads clients/);
    expect(await refuse(domains[3]!, 'https://known.example.com/', 'request-of-name')).not.toMatch(/is not one from which/);
    expect(await service.read(domains[3]!, server.add())).not.toBeNull();
  });

  it('is refused with all errors of its document at once', async () => {
    const reason = await refuse(domains[0]!, server.serve({ client_secret: 'a', logo_uri: 'a', redirect_uris: [] }), 'request-of-all');

    expect(reason).toMatch(/client_secret must.*; logo_uri must.*; redirect_uris must/);
  });
});
