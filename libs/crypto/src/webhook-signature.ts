import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { importPrivateKey } from './signing-key.js';

/** The Standard Webhooks specification allows 24 to 64. */
const SECRET_BYTES = 32;
/** The octets of an Ed25519 public key (RFC 8032 section 5.1.5) are the last ones of its DER. */
const PUBLIC_KEY_BYTES = 32;

/** The keys with which a webhook signs. */
export interface WebhookKeys {
  /** The HMAC keys as octets: the current one, and the previous one while it still signs. */
  secrets: readonly Buffer[];
  /** PKCS #8, DER. */
  privateKey: Buffer;
}

/** The signed content: the id and time of the headers, and the body. */
export interface WebhookContent {
  id: string;
  /** Seconds since the epoch. */
  timestamp: number;
  body: string;
}

/** The associated data of the encrypted secrets of a webhook: see Encryptor. */
export function webhookSecretContext(domainId: string, webhookId: string): string {
  return `webhook-secret:${domainId}:${webhookId}`;
}

/** The associated data of the encrypted private key of a webhook: see Encryptor. */
export function webhookKeyContext(domainId: string, webhookId: string): string {
  return `webhook-key:${domainId}:${webhookId}`;
}

/** A new secret: random octets. */
export function newWebhookSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Creates an Ed25519 key pair. @returns the private key (PKCS #8, DER) and the public one (its 32 octets) */
export function newWebhookKeyPair(): { privateKey: Buffer; publicKey: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES),
  };
}

/** A secret in the form that receivers get. */
export function formatWebhookSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

/** A public key in the form that receivers get. */
export function formatWebhookPublicKey(publicKey: Buffer): string {
  return `whpk_${publicKey.toString('base64')}`;
}

/** The value of `webhook-signature`: HMAC-SHA256 with each secret, and Ed25519 (Standard Webhooks, "Signature scheme"). */
export function signWebhook({ secrets, privateKey }: WebhookKeys, { id, timestamp, body }: WebhookContent): string {
  // control: the signature of a webhook covers its id and its time
  const content = `${id}.${timestamp}.${body}`;
  const sentAt = new Date(timestamp * 1_000);
  const macs = secrets.map((secret) => new Webhook(secret, { format: 'raw' }).sign(id, sentAt, body));
  // The library has no asymmetric signatures.
  return [...macs, `v1a,${sign(null, Buffer.from(content), importPrivateKey(privateKey)).toString('base64')}`].join(' ');
}
