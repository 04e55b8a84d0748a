import { generateKeyPairSync } from 'node:crypto';

const PUBLIC_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const RSA_KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' });
const NAMES = { subjectDn: 'CN=a', sanDns: 'a.example', sanUri: 'urn:a', sanEmail: 'a@b.example', sanIp: '::1' };
const MORE_NAMES: [string, string[]][] = [
  [
    'subjectDn',
    [
      'cn=Orders, OU = a\\, b ,2.5.4.10=Shop',
      'CN=a+UID=b',
      'O=',
      'CN=\\c3\\a9',
      'CN=#0c0161',
      'jurisdictionC=DE,serialNumber=1',
      'DC=example,DC=com',
    ],
  ],
  [
    'sanIp',
    [
      '192.0.2.7',
      '255.255.255.255',
      '::',
      '1::',
      '::8',
      '1:2:3:4:5:6:7:8',
      '1::8',
      '::ffff:192.0.2.7',
      '1:2:3:4:5:6:192.0.2.7',
      '2001:DB8::7',
    ],
  ],
  ['sanDns', ['a-b.example', 'x']],
];
const MORE_INVALID_NAMES: [string, string[]][] = [
  ['subjectDn', ['orders', 'foo=bar', '=a', 'CN=a,', 'CN=a;O=b', 'CN="a"', 'CN=\\z', 'CN=#x', 'CN= #0', '3.1=a', '1.02=a', 'CN=a\0']],
  [
    'sanIp',
    [
      '192.0.2.07',
      '256.0.0.1',
      '1.2.3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2::3',
      ':1',
      '12345::',
      'fe80::1%eth0',
      '1:2:3:4:5:6:7::8:9',
      '::1.2.3',
    ],
  ],
  ['sanDns', ['a_b', '.a', 'a.', '-a']],
];
const INVALID_NAMES = { subjectDn: '', sanDns: 'a b', sanUri: 'a', sanEmail: 'a', sanIp: 'a' };
const INVALID_KEYS = [
  { d: 'AQ' },
  { kty: 'oct' },
  { crv: 'secp256k1' },
  { x: '+' },
  { x: PUBLIC_KEY.x!.slice(0, -4) },
  { y: `${PUBLIC_KEY.y}AAAA` },
  { alg: 'HS256' },
  { alg: 'none' },
  { use: 'enc' },
  { key_ops: ['sign'] },
  { kid: '' },
];

const ofCertificate = (names: object): object[] =>
  Object.entries(names).map(([name, value]) => ({ type: 'TlsClientAuth', [name]: value as string }));
const ofKeys = (...keys: object[]): object => ({ type: 'PrivateKeyJwt', jwks: { keys } });

/** Members of authentication documents that the service and its OpenAPI document accept. */
export const ACCEPTED_DOCUMENTS: object[] = [
  ...['DPoP', 'MutualTLS', null].map((senderConstraint) => ({ senderConstraint })),
  ...[
    ofKeys(PUBLIC_KEY, { ...PUBLIC_KEY, kid: 'k', alg: 'ES256', use: 'sig', key_ops: ['verify'], more: 1 }),
    { type: 'PrivateKeyJwt', jwksUri: 'https://orders.example.com/jwks.json' },
    { type: 'FederatedJwt', issuer: 'https://cluster.example', subject: 'system:serviceaccount:shop:orders' },
    { type: 'SelfSignedTlsClientAuth', jwks: { keys: [PUBLIC_KEY] } },
    ...ofCertificate(NAMES),
    ...MORE_NAMES.flatMap(([name, values]) => values.flatMap((value) => ofCertificate({ [name]: value }))),
    ofKeys(RSA_KEY),
  ].map((method) => ({ methods: [method] })),
];

/** Members that both reject. */
export const REFUSED_DOCUMENTS: object[] = [
  ...[undefined, null, {}, Array.from({ length: 11 }, () => ({ type: 'ClientSecret' }))].map((methods) => ({ methods })),
  ...['dpop', 1].map((senderConstraint) => ({ senderConstraint })),
  { profile: 'FAPI1' },
  { other: 1 },
  ...[
    { type: 'Other' },
    { type: 'ClientSecret', jwks: { keys: [PUBLIC_KEY] } },
    { type: 'PrivateKeyJwt' },
    { type: 'PrivateKeyJwt', jwks: { keys: [PUBLIC_KEY] }, jwksUri: 'https://a.example/' },
    { type: 'PrivateKeyJwt', jwksUri: 'http://a.example/' },
    { type: 'FederatedJwt', issuer: 'cluster', subject: 'a' },
    { type: 'FederatedJwt', issuer: 'https://cluster.example', subject: 'ä' },
    { type: 'TlsClientAuth' },
    { type: 'TlsClientAuth', sanDns: 'a.example', sanIp: '::1' },
    ...ofCertificate(INVALID_NAMES),
    ...MORE_INVALID_NAMES.flatMap(([name, values]) => values.flatMap((value) => ofCertificate({ [name]: value }))),
    ...INVALID_KEYS.map((change) => ofKeys({ ...PUBLIC_KEY, ...change })),
    ...[{ n: RSA_KEY.n!.slice(0, 300) }, { n: 'x'.repeat(1_400) }].map((change) => ofKeys({ ...RSA_KEY, ...change })),
    ofKeys(),
    ofKeys(...Array.from({ length: 11 }, () => PUBLIC_KEY)),
  ].map((method) => ({ methods: [method] })),
];
