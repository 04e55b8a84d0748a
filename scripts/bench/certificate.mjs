import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Certificates of X.509 (RFC 5280), as small as a certificate authority for services issues them. Node reads them, but makes none. */

const [SEQUENCE, SET, INTEGER, BIT_STRING, OBJECT_IDENTIFIER, UTF8_STRING, UTC_TIME, VERSION_TAG] = [
  0x30, 0x31, 0x02, 0x03, 0x06, 0x0c, 0x17, 0xa0,
];
const ECDSA_WITH_SHA256 = sequence(der(OBJECT_IDENTIFIER, Buffer.from('2a8648ce3d040302', 'hex')));
/** The last byte of `2.5.4.x`, RFC 5280 appendix A.1. */
const ATTRIBUTES = { CN: 3, O: 10 };
const VALIDITY_MILLISECONDS = 86_400_000;

const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const AUTHORITY_NAME = nameOf([['CN', 'Bench CA']]);

/**
 * Issues a certificate for a new P-256 key, valid since yesterday and until tomorrow.
 *
 * @param {['CN' | 'O', string][]} subject its names, the most significant first
 * @returns {Buffer} DER
 */
export function issueCertificate(subject) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const content = sequence(
    der(VERSION_TAG, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    AUTHORITY_NAME,
    sequence(time(now - VALIDITY_MILLISECONDS), time(now + VALIDITY_MILLISECONDS)),
    nameOf(subject),
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const signature = sign('sha256', content, authority.privateKey);
  return sequence(content, ECDSA_WITH_SHA256, der(BIT_STRING, Buffer.concat([Buffer.from([0]), signature])));
}

/** @param {['CN' | 'O', string][]} names */
function nameOf(names) {
  const parts = names.map(([attribute, value]) => {
    const type = der(OBJECT_IDENTIFIER, Buffer.from([0x55, 0x04, ATTRIBUTES[attribute]]));
    return der(SET, sequence(type, der(UTF8_STRING, Buffer.from(value))));
  });
  return sequence(...parts);
}

/** @param {number} milliseconds since the epoch */
function time(milliseconds) {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}

/** @param {Buffer[]} parts */
function sequence(...parts) {
  return der(SEQUENCE, Buffer.concat(parts));
}

/**
 * @param {number} tag
 * @param {Buffer} content shorter than 64 KiB
 */
function der(tag, content) {
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
