import { FLAGS, type Deviation } from './software-authenticator.js';

/** Faults that both WebAuthn ceremonies refuse, each of which a correct browser or authenticator would not produce. */
export const FAULTS: readonly [string, Deviation][] = [
  ['the challenge is another', { clientData: { challenge: Buffer.alloc(32, 1).toString('base64url') } }],
  ['the challenge is short', { clientData: { challenge: 'AAAA' } }],
  ['the challenge is empty', { clientData: { challenge: '' } }],
  ['there is no challenge', { clientData: { challenge: undefined } }],
  ['the challenge is no string', { clientData: { challenge: 7 } }],
  ['there is no type', { clientData: { type: undefined } }],
  ['the type is that of a payment', { clientData: { type: 'payment.get' } }],
  ['there is no origin', { clientData: { origin: undefined } }],
  ['the origin is another', { clientData: { origin: 'https://evil.example' } }],
  ['the origin is that of a host below', { clientData: { origin: 'https://below.OURS' } }],
  ['the origin has a port', { clientData: { origin: 'https://OURS:8443' } }],
  ['the origin is not secure', { clientData: { origin: 'http://OURS' } }],
  ['the origin has a slash', { clientData: { origin: 'https://OURS/' } }],
  ['it was asked for in a frame of another origin', { clientData: { crossOrigin: true } }],
  ['crossOrigin is no boolean', { clientData: { crossOrigin: 'yes' } }],
  ['a page above is named', { clientData: { topOrigin: 'https://evil.example' } }],
  ['a page above is named, with crossOrigin', { clientData: { crossOrigin: true, topOrigin: 'https://OURS' } }],
  ['the token binding is none', { clientData: { tokenBinding: { status: 'sure' } } }],
  ['the relying party is another', { rpId: 'evil.example' }],
  ['the relying party is the zone above', { rpId: 'example.com' }],
  ['the counter is cut off', { authenticatorData: (data) => data.subarray(0, 35) }],
  ['octets are left over', { authenticatorData: (data) => Buffer.concat([data, Buffer.alloc(3)]) }],
  ['extensions are announced that are not there', { authenticatorData: (data) => set(data, data[32]! | FLAGS.extensions) }],
];

function set(data: Buffer, flags: number): Buffer {
  const changed = Buffer.from(data);
  changed[32] = flags;
  return changed;
}

/** The same error with the host of a relying party instead of OURS. */
export function faultAt(host: string, deviation: Deviation): Deviation {
  const { clientData } = deviation;
  if (!clientData) return deviation;
  const entries = Object.entries(clientData).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace('OURS', host) : value,
  ]);
  return { ...deviation, clientData: Object.fromEntries(entries) as Record<string, unknown> };
}
