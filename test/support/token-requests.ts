import * as fc from 'fast-check';
import type { OutgoingHttpHeaders } from 'node:http';
import { issuerOf, type Credentials } from './auth.js';
import { UNUSUAL, USUAL, type Authentication, type Parameter } from './client-authentication.js';
import { codePoint } from './code-point.js';
import type { Call } from './http.js';
import type { ServiceClient } from './service-client.js';
import { webUrl } from './web-url.js';

/** A token request, valid or broken. */
export interface TokenRequest {
  domain: string;
  /** Its credentials: the client's own, or wrong ones. */
  client: ServiceClient;
  path: string;
  call: Call;
}

/** A client and the scope that it may request. */
export type KnownClient = ServiceClient & { scope: string; audiences: readonly string[] };

/** The parts that requests are made of. */
export interface Vocabulary {
  domains: readonly string[];
  /** Clients that get tokens. */
  clients: readonly KnownClient[];
  /** Clients that are refused. */
  refused: readonly KnownClient[];
}

const FORM = 'application/x-www-form-urlencoded';
const STRANGE = [
  '',
  ' ',
  '\0',
  '\u0001',
  'é',
  '漢字',
  '\u{1f511}',
  '%',
  '+',
  ':',
  '"',
  "'",
  '\\',
  'a'.repeat(200),
  '__proto__',
  '\r\nx: y',
];

const HEADERS: readonly OutgoingHttpHeaders[] = [
  { Accept: 'text/html' },
  { Accept: 'application/json;q=0.1, text/html' },
  { Accept: 'image/png' },
  { Origin: 'https://app.example.com' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { DPoP: 'proof' },
  { 'OAuth-Client-Attestation': 'a.b.c' },
  { 'OAuth-Client-Attestation-PoP': 'a.b.c' },
  { 'Content-Encoding': 'gzip' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher', Forwarded: 'host=evil.example' },
  { Expect: '100-continue' },
  { Cookie: '_session=1; __proto__=2' },
  { 'Content-Type': undefined },
  { 'Content-Type': '' },
  { 'Content-Type': `${FORM};charset=UTF-8` },
  { 'Content-Type': `${FORM}; charset=utf-8` },
  { 'Content-Type': `${FORM}; charset="utf-8"` },
  { 'Content-Type': `${FORM} ; charset=utf-8; charset=utf-8` },
  { 'Content-Type': `${FORM}; charset=iso-8859-1` },
  { 'Content-Type': `${FORM}; charset=utf-16le` },
  { 'Content-Type': `${FORM}; charset=nonsense` },
  { 'Content-Type': FORM.toUpperCase() },
  { 'Content-Type': `${FORM},${FORM}` },
  { 'Content-Type': 'application/json' },
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'multipart/form-data; boundary=x' },
  { 'Content-Type': 'nonsense' },
];

const PATHS = [
  '/connect/token?',
  '/connect/token?grant_type=client_credentials&scope=read',
  '/connect/token/',
  '/connect/Token',
  '/connect/%74oken',
  '/connect//token',
];

const MORE_PARAMETERS: readonly Parameter[] = [
  ['nonce', '1'],
  ['audience', 'https://api.example.com'],
  ['__proto__', 'x'],
  ['hasOwnProperty', 'x'],
  ['code', '\0'],
  ['refresh_token', 'a\0b'],
  ['authorization_details', '[]'],
  ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
  ['grant_type', 'client_credentials'],
  ['scope', 'read'],
  ['scope', ''],
  ['resource', 'https://api.example.com'],
  ['resource', ''],
];

const OTHER_SCOPES = ['admin', 'openid', 'profile', 'offline_access', 'READ', 'unknown'];

const OTHER_RESOURCES = [
  'https://api.example.com',
  'https://api.example.com/',
  'https://api.example.com#fragment',
  'HTTPS://API.EXAMPLE.COM',
  'https://evil.example',
  'https://',
  'urn:latchkey:{all-audiences}',
  'relative',
  '/path',
];

const GRANT_TYPES = [
  '',
  'authorization_code',
  'refresh_token',
  'password',
  'implicit',
  'CLIENT_CREDENTIALS',
  'client_credentials ',
  'constructor',
  'é',
];

const BODIES: readonly ((body: string) => Call['body'])[] = [
  (body) => [body],
  (body) => [...body].slice(0, 40).concat(body.slice(40)),
  (body) => ['', body],
  () => '',
  () => undefined,
  () => '&&&=&',
  () => '{"grant_type":"client_credentials"}',
  (body) => `${body}&`,
  (body) => `&${body}`,
  (body) => `${body}&x`,
  (body) => `${body}&${'y='.repeat(2_000)}`,
  (body) => `${body}&scope=%`,
  (body) => `${body}&scope=%zz`,
  (body) => `${body}&scope=%FF%FE`,
  (body) => `${body}&scope=re%61d`,
  (body) => Buffer.from(`${body}&scope=\xff`, 'latin1'),
  (body) => Buffer.from(`\ufeff${body}`, 'utf8'),
  (body) => Buffer.from(body, 'utf16le'),
  (body) => body.replaceAll('&', ';'),
  (body) => `${body}&${'&'.repeat(1_500)}scope=read`,
  (body) => `${body}&${'a=&'.repeat(1_200)}`,
  (body) => body + '&'.repeat(Math.max(0, 4_096 - body.length)),
  (body) => body + '&'.repeat(Math.max(0, 4_097 - body.length)),
  (body) => body + '&'.repeat(Math.max(0, 56 * 1_024 - body.length)),
  (body) => body + '&'.repeat(Math.max(0, 56 * 1_024 + 1 - body.length)),
  (body) => [body, '&'.repeat(57 * 1_024)],
];

/** Mostly the first kind, sometimes one of the others. */
function mostly<T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>, share = 9): fc.Arbitrary<T> {
  return fc.oneof({ weight: share, arbitrary: usual }, { weight: 1, arbitrary: unusual });
}

/** A client's own credentials, or invalid ones. */
function credentialsOf({ clients, refused }: Vocabulary): fc.Arbitrary<KnownClient> {
  const client = fc.constantFrom(...clients);
  const strange = fc.oneof(fc.constantFrom(...STRANGE), fc.string({ unit: codePoint, minLength: 1, maxLength: 20 }));
  const wrong = fc
    .tuple(client, client, strange, fc.constantFrom('id', 'secret', 'secret of another', 'both'))
    .map(([one, other, text, which]): KnownClient => {
      if (which === 'id') return { ...one, clientId: text };
      if (which === 'secret') return { ...one, clientSecret: text };
      if (which === 'both') return { ...one, clientId: text, clientSecret: text };
      return { ...one, clientSecret: other.clientSecret };
    });
  return mostly(client, fc.oneof(fc.constantFrom(...refused), wrong), 7);
}

function scopesOf({ scope }: KnownClient): fc.Arbitrary<readonly Parameter[]> {
  const own = fc.array(fc.constantFrom(...scope.split(' ')), { minLength: 1, maxLength: 4 });
  const others = fc.array(fc.constantFrom(...OTHER_SCOPES, ...scope.split(' ')), { minLength: 1, maxLength: 4 });
  const many = fc.constantFrom(`${scope} `.repeat(50).trimEnd(), Array.from({ length: 200 }, (_, n) => `s${n}`).join(' '));
  const broken = fc.oneof(
    many,
    fc.constantFrom('read  write', ' read', 'read ', ...STRANGE),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  );
  const tokens = mostly(own, others, 4).map((some) => some.join(' '));
  const parameter = mostly(tokens, broken, 6).map((value): readonly Parameter[] => [['scope', value]]);
  return fc.oneof({ weight: 1, arbitrary: fc.constant<readonly Parameter[]>([]) }, { weight: 1, arbitrary: parameter });
}

function resourcesOf({ domain, audiences }: KnownClient): fc.Arbitrary<readonly Parameter[]> {
  const issuer = issuerOf(domain);
  const own = fc.constantFrom(...(audiences.length > 0 ? audiences : [issuer]));
  const others = fc.oneof(fc.constantFrom(issuer, ...OTHER_RESOURCES, ...STRANGE), webUrl);
  const resource = mostly(own, others, 5).map((value): Parameter => ['resource', value]);
  const some = mostly(fc.array(resource, { minLength: 1, maxLength: 1 }), fc.array(resource, { minLength: 2, maxLength: 3 }), 6);
  return fc.oneof({ weight: 2, arbitrary: fc.constant<readonly Parameter[]>([]) }, { weight: 1, arbitrary: some });
}

interface Parts {
  client: KnownClient;
  domain: string;
  authenticate: (client: Credentials) => Authentication;
  grantType: readonly Parameter[];
  parameters: readonly Parameter[];
  order: number;
  headers: OutgoingHttpHeaders;
  path: string;
  encode: (body: string) => Call['body'];
}

function assemble({ client, domain, authenticate, path, encode, ...parts }: Parts): TokenRequest {
  const { authorization, parameters } = authenticate(client);
  const all = [...parts.grantType, ...parameters, ...parts.parameters];
  const turned = [...all.slice(parts.order % (all.length || 1)), ...all.slice(0, parts.order % (all.length || 1))];
  const body = new URLSearchParams(turned.map(([name, value]): [string, string] => [name, value])).toString();
  const headers: OutgoingHttpHeaders = {
    'Content-Type': FORM,
    ...(authorization !== undefined && { Authorization: authorization }),
    ...parts.headers,
  };
  for (const name of Object.keys(headers)) if (headers[name] === undefined) delete headers[name];
  return { domain, client, path, call: { method: 'POST', headers, body: encode(body) } };
}

/** This many requests, about half of them valid; the same seed gives the same requests. */
export function tokenRequests(vocabulary: Vocabulary, { seed, count }: { seed: number; count: number }): TokenRequest[] {
  const none = fc.constant<readonly Parameter[]>([]);
  const grantType: Parameter = ['grant_type', 'client_credentials'];
  const otherGrants = fc.constantFrom<readonly Parameter[]>([], ...GRANT_TYPES.map((value) => [['grant_type', value]] as const));
  const request = credentialsOf(vocabulary).chain((client) =>
    fc.record<Parts>({
      client: fc.constant(client),
      domain: mostly(fc.constant(client.domain), fc.constantFrom(...vocabulary.domains), 15),
      authenticate: mostly(fc.constantFrom(...USUAL), fc.constantFrom(...UNUSUAL), 12),
      grantType: mostly(fc.constant<readonly Parameter[]>([grantType]), otherGrants, 15),
      parameters: fc
        .tuple(scopesOf(client), resourcesOf(client), mostly(none, fc.subarray([...MORE_PARAMETERS], { minLength: 1, maxLength: 2 }), 15))
        .map((groups) => groups.flat()),
      order: fc.nat(5),
      headers: mostly(fc.constant<OutgoingHttpHeaders>({}), fc.constantFrom(...HEADERS), 15),
      path: mostly(fc.constant('/connect/token'), fc.constantFrom(...PATHS), 25),
      encode: mostly(
        fc.constant((body: string): Call['body'] => body),
        fc.constantFrom(...BODIES),
        12,
      ),
    }),
  );
  return fc.sample(request.map(assemble), { seed, numRuns: count });
}
