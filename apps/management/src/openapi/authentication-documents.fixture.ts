import { generateKeyPairSync } from 'node:crypto';

const PUBLIC_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const NAMES = { subjectDn: 'CN=a', sanDns: 'a.example', sanUri: 'urn:a', sanEmail: 'a@b.example', sanIp: '::1' };
const FAULTY_NAMES = { subjectDn: '', sanDns: 'a b', sanUri: 'a', sanEmail: 'a', sanIp: 'a' };
const FAULTY_KEYS = [
  { d: 'AQ' },
  { kty: 'oct' },
  { crv: 'secp256k1' },
  { x: '+' },
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
  ].map((method) => ({ methods: [method] })),
];

/** Members that both refuse. */
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
    ...ofCertificate(FAULTY_NAMES),
    ...FAULTY_KEYS.map((change) => ofKeys({ ...PUBLIC_KEY, ...change })),
    ofKeys(),
    ofKeys(...Array.from({ length: 11 }, () => PUBLIC_KEY)),
  ].map((method) => ({ methods: [method] })),
];
