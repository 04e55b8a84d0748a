import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import type { ClientType } from '@latchkey/oauth';
import { findDocumentViolations, toDocument } from './document-rules.js';

const jwkOf = (pair: { publicKey: { export(options: { format: 'jwk' }): object } }, more: object = {}) => ({
  ...pair.publicKey.export({ format: 'jwk' }),
  ...more,
});
const [EC, RSA, SHORT_RSA] = [
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  generateKeyPairSync('rsa', { modulusLength: 1_024 }),
];
const JWKS = { keys: [jwkOf(EC, { kid: 'one' })] };
const SECRET = { type: 'ClientSecret' };
const KEYS = { type: 'PrivateKeyJwt', jwks: JWKS };
const URI = { type: 'PrivateKeyJwt', jwksUri: 'https://orders.example.com/jwks.json' };
const WORKLOAD = {
  type: 'FederatedJwt',
  issuer: 'https://kubernetes.default.svc.cluster.local',
  subject: 'system:serviceaccount:shop:orders',
};
const CERTIFICATE = { type: 'TlsClientAuth', subjectDn: 'CN=orders,O=Shop' };
const SELF_SIGNED = { type: 'SelfSignedTlsClientAuth', jwks: JWKS };

const PRIVATE_ADDRESS = 'https://10.0.0.1/jwks';
const findUrlViolation = (url: string) => (url === PRIVATE_ADDRESS ? 'is no public address' : null);

function pointersOf(body: unknown, clientType: ClientType = 'Confidential'): string[] {
  return findDocumentViolations(body, clientType, findUrlViolation).map(({ pointer }) => pointer);
}

const ofMethod = (method: unknown) => pointersOf({ methods: [method] });

describe('authentication document rules', () => {
  it('accept a document with every method', () => {
    expect(
      pointersOf({ methods: [SECRET, KEYS, URI, WORKLOAD, { ...WORKLOAD, subject: 'b', jwks: JWKS }, CERTIFICATE, SELF_SIGNED] }),
    ).toEqual([]);
    expect(pointersOf({ methods: [SECRET], senderConstraint: 'DPoP', profile: null })).toEqual([]);
    expect(pointersOf({ methods: [], senderConstraint: 'MutualTLS', profile: 'FAPI2' }, 'Public')).toEqual([]);
  });

  it.each<[unknown, ClientType, string[]]>([
    [null, 'Confidential', ['']],
    [[], 'Confidential', ['']],
    ['methods', 'Confidential', ['']],
    [{}, 'Confidential', ['/methods']],
    [{ methods: [] }, 'Confidential', ['/methods']],
    [{ methods: [SECRET] }, 'Public', ['/methods']],
    [{ methods: {} }, 'Public', ['/methods']],
    [{ methods: Array.from({ length: 11 }, (_none, n) => ({ ...WORKLOAD, subject: `s${n}` })) }, 'Confidential', ['/methods']],
    [{ methods: [SECRET, SECRET] }, 'Confidential', ['/methods/1']],
    [{ methods: [KEYS, URI, KEYS] }, 'Confidential', ['/methods/2']],
    [{ methods: [WORKLOAD, { ...WORKLOAD, jwks: JWKS }] }, 'Confidential', ['/methods/1']],
    [
      { methods: [SECRET], senderConstraint: 'dpop', profile: 'FAPI1', 'a/b': 1 },
      'Confidential',
      ['/a~1b', '/senderConstraint', '/profile'],
    ],
  ])('find in %j of a %s client the errors %j', (body, clientType, pointers) => {
    expect(pointersOf(body, clientType)).toEqual(pointers);
  });

  it('report all errors of all methods', () => {
    const violations = pointersOf({
      methods: [
        { ...SECRET, jwks: JWKS },
        { type: 'Password' },
        { ...KEYS, jwksUri: 'http://a.example' },
        null,
        { ...WORKLOAD, subject: '' },
      ],
      profile: 'None',
    });

    expect(violations).toEqual([
      '/methods/0/jwks',
      '/methods/1/type',
      '/methods/2',
      '/methods/2/jwksUri',
      '/methods/3',
      '/methods/4/subject',
      '/profile',
    ]);
  });

  it('store only public key members, and null for missing properties', () => {
    const body = {
      methods: [{ type: 'PrivateKeyJwt' as const, jwks: { keys: [{ ...JWKS.keys[0], more: 1 }], more: 2 } }, CERTIFICATE as never],
    };

    expect(toDocument(body)).toEqual({
      methods: [{ type: 'PrivateKeyJwt', jwks: JWKS }, CERTIFICATE],
      senderConstraint: null,
      profile: null,
    });
  });
});

describe('keys of an authentication method', () => {
  it.each<[object, string[]]>([
    [{}, ['']],
    [{ jwks: JWKS, jwksUri: 'https://a.example/' }, ['']],
    [{ jwks: null }, ['/jwks']],
    [{ jwks: {} }, ['/jwks/keys']],
    [{ jwks: { keys: [] } }, ['/jwks/keys']],
    [{ jwks: { keys: Array.from({ length: 11 }, () => jwkOf(EC)) } }, ['/jwks/keys']],
    [{ jwks: { keys: [...JWKS.keys, jwkOf(RSA, { kid: 'one' })] } }, ['/jwks/keys/1/kid']],
    [{ jwks: { keys: [jwkOf(EC), jwkOf(RSA)] } }, []],
    [{ jwks: { keys: [EC.privateKey.export({ format: 'jwk' })] } }, ['/jwks/keys/0/d']],
    [{ jwks: { keys: [{ kty: 'oct', k: 'AAAA' }, jwkOf(SHORT_RSA)] } }, ['/jwks/keys/0/k', '/jwks/keys/1/n']],
    [{ jwks: { keys: [jwkOf(EC, { alg: 'HS256' }), jwkOf(RSA, { alg: 'none' })] } }, ['/jwks/keys/0/alg', '/jwks/keys/1/alg']],
    ...['http://a.example/', 'https://u:p@a.example/', 'https://a.example/#x', 'jwks.json', PRIVATE_ADDRESS, null].map(
      (jwksUri): [object, string[]] => [{ jwksUri }, ['/jwksUri']],
    ),
  ])('find in %j the errors %j', (source, pointers) => {
    for (const type of ['PrivateKeyJwt', 'SelfSignedTlsClientAuth']) {
      expect(ofMethod({ type, ...source })).toEqual(pointers.map((pointer) => `/methods/0${pointer}`));
    }
  });

  it('accept the curves P-384 and P-521 for certificates but not for assertions', () => {
    const jwks = { keys: [jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }))] };

    expect([ofMethod({ type: 'SelfSignedTlsClientAuth', jwks }), ofMethod({ type: 'PrivateKeyJwt', jwks })]).toEqual([
      [],
      ['/methods/0/jwks/keys/0/crv'],
    ]);
  });
});

describe('workloads', () => {
  it.each<[object, string[]]>([
    [{ issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:octo/orders:ref:refs/heads/main' }, []],
    [{ subject: 'spiffe://example.org/orders' }, []],
    [{ issuer: 'http://cluster.example' }, ['/issuer']],
    [{ issuer: 'https://a.example/?b' }, ['/issuer']],
    [{ issuer: 'kubernetes/serviceaccount' }, ['/issuer']],
    [{ issuer: `https://a.example/${'x'.repeat(1_024)}` }, ['/issuer']],
    [{ issuer: undefined, subject: undefined }, ['/issuer', '/subject']],
    [{ issuer: PRIVATE_ADDRESS }, ['/issuer']],
    [{ issuer: PRIVATE_ADDRESS, jwks: JWKS }, []],
    [{ subject: 'x'.repeat(1_025) }, ['/subject']],
    [{ subject: 'ä' }, ['/subject']],
    [{ subject: 'a\nb' }, ['/subject']],
    [{ jwks: JWKS, jwksUri: 'https://a.example' }, ['']],
    [{ audience: 'x' }, ['/audience']],
  ])('find in the workload %j the errors %j', (change, pointers) => {
    expect(ofMethod({ ...WORKLOAD, ...change })).toEqual(pointers.map((pointer) => `/methods/0${pointer}`));
  });
});

describe('client certificates', () => {
  it.each<[object, string[]]>([
    [{ subjectDn: 'CN=orders+OU=a\\, b,DC=example,DC=com' }, []],
    [{ subjectDn: 'orders' }, ['/subjectDn']],
    [{ subjectDn: `CN=${'x'.repeat(1_022)}` }, ['/subjectDn']],
    [{ sanDns: 'Orders.example.com' }, []],
    [{ sanDns: '-orders.example.com' }, ['/sanDns']],
    [{ sanDns: `${'a.'.repeat(126)}aa` }, ['/sanDns']],
    [{ sanDns: 'ördérs.example' }, ['/sanDns']],
    [{ sanUri: 'spiffe://example.org/orders' }, []],
    [{ sanUri: '/orders' }, ['/sanUri']],
    [{ sanEmail: 'orders@example.com' }, []],
    [{ sanEmail: 'orders' }, ['/sanEmail']],
    [{ sanIp: '192.0.2.7' }, []],
    [{ sanIp: '2001:db8::7' }, []],
    ...['fe80::1%eth0', '192.0.2', '0x7f.1', '192.0.2.7/32', 7].map((sanIp): [object, string[]] => [{ sanIp }, ['/sanIp']]),
    [{}, ['']],
    [{ sanDns: 'a.example', sanIp: 'b' }, ['', '/sanIp']],
    [{ sanDns: 'a.example', jwks: JWKS }, ['/jwks']],
  ])('find in the certificate properties %j the errors %j', (names, pointers) => {
    expect(ofMethod({ type: 'TlsClientAuth', ...names })).toEqual(pointers.map((pointer) => `/methods/0${pointer}`));
  });
});

describe('the profile FAPI2', () => {
  const pointersUnder = (...methods: object[]) => pointersOf({ methods, profile: 'FAPI2' });

  it('permits keys and certificates', () => {
    expect(pointersUnder(KEYS, URI, CERTIFICATE, SELF_SIGNED)).toEqual([]);
  });

  it('permits no secret, no assertion by another issuer, and no RS256', () => {
    const keys = [jwkOf(RSA, { alg: 'RS256' }), jwkOf(RSA, { alg: 'PS256' }), jwkOf(EC, { alg: 'ES256' })];

    expect(pointersUnder(SECRET, WORKLOAD, { ...KEYS, jwks: { keys } })).toEqual([
      '/methods/0/type',
      '/methods/1/type',
      '/methods/2/jwks/keys/0/alg',
    ]);
  });
});

describe('the profile FAPI2MessageSigning', () => {
  const pointersUnder = (methods: object[], clientType?: 'Public') => pointersOf({ methods, profile: 'FAPI2MessageSigning' }, clientType);

  it('permits what FAPI2 does, if a key can sign the requests', () => {
    expect(pointersUnder([CERTIFICATE, KEYS])).toEqual([]);
    expect(pointersUnder([KEYS, SECRET])).toEqual(['/methods/1/type']);
  });

  it('requires a PrivateKeyJwt method, which a public client cannot have', () => {
    expect(pointersUnder([CERTIFICATE])).toEqual(['/methods']);
    expect(pointersUnder([], 'Public')).toEqual(['/methods']);
  });
});
