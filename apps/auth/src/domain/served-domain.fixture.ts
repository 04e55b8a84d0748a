import { Encryptor, generateSigningKey, signingKeyContext, type SigningAlgorithm } from '@latchkey/crypto';
import { DEFAULT_CLIENT_REGISTRATION, type ServedDomain, type ServedSigningKey, DEFAULT_BRANDING } from '@latchkey/persistence';
import { SigningKeyStore, type DomainKey } from './signing-key.store.js';

const ENCRYPTOR = new Encryptor([Buffer.alloc(32, 1)]);

/** A domain without branding, with the signing algorithms of new domains. */
export function createServedDomain(id: string): Omit<ServedDomain, 'keys'> {
  return {
    id,
    subscriptionId: 'acme',
    tokensPerDay: null,
    name: `${id}.example.com`,
    revision: '1',
    branding: DEFAULT_BRANDING,
    secondFactor: 'AsClientsAsk',
    accountDeletion: true,
    signUp: 'Off',
    editableAttributes: null,
    scopeClaims: {},
    resources: [],
    roles: [],
    clientRegistration: DEFAULT_CLIENT_REGISTRATION,
    frozen: false,
    originKeys: null,
    idTokenAlgorithms: ['RS256', 'ES256'],
    accessTokenAlgorithms: ['ES256', 'RS256'],
  };
}

/** A new key in its stored form. @param signsFrom milliseconds since the epoch */
export async function createStoredKey(domainId: string, algorithm: SigningAlgorithm, signsFrom = 0): Promise<ServedSigningKey> {
  const { kid, publicJwk, privateKey } = await generateSigningKey(algorithm);
  const encrypted = ENCRYPTOR.encrypt(privateKey, signingKeyContext(domainId, kid)).toString('base64');
  return { kid, publicJwk, privateKey: encrypted, algorithm, signsFrom: new Date(signsFrom) };
}

/** A store that can open the keys of `createStoredKey`. */
export function createSigningKeyStore(maxBytes = 1_000_000): SigningKeyStore {
  return new SigningKeyStore(ENCRYPTOR, maxBytes);
}

/** A new key, ready to sign. @param signsFrom milliseconds since the epoch */
export async function createDomainKey(algorithm: SigningAlgorithm, signsFrom = 0): Promise<DomainKey> {
  return createSigningKeyStore().open('acme', await createStoredKey('acme', algorithm, signsFrom));
}
