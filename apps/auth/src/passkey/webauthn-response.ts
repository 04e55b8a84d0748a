import { z } from 'zod';

/** Characters; what is longer comes from no authenticator. */
const LONGEST = { id: 1_364, clientData: 4_096, attestation: 65_536, authenticatorData: 4_096, signature: 8_192, userHandle: 88 };
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const octets = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/);

const credential = { id: octets(LONGEST.id), rawId: octets(LONGEST.id), type: z.literal('public-key') };

/** RegistrationResponseJSON, Web Authentication Level 3 section 5.1: what of it is looked at, and nothing else. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: octets(LONGEST.clientData),
    attestationObject: octets(LONGEST.attestation),
    transports: z
      .array(z.string())
      .transform((names) => TRANSPORTS.filter((name) => names.includes(name)))
      .default([]),
  }),
});

/** AuthenticationResponseJSON, Web Authentication Level 3 section 5.1: what of it is looked at, and nothing else. */
const authentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: octets(LONGEST.clientData),
    authenticatorData: octets(LONGEST.authenticatorData),
    signature: octets(LONGEST.signature),
    userHandle: octets(LONGEST.userHandle),
  }),
});

export type RegistrationAnswer = z.output<typeof registration>;
export type AuthenticationAnswer = z.output<typeof authentication>;

/** @returns null if it is none */
export function readRegistration(response: unknown): RegistrationAnswer | null {
  return registration.safeParse(response).data ?? null;
}

/** @returns null if it is none */
export function readAuthentication(response: unknown): AuthenticationAnswer | null {
  return authentication.safeParse(response).data ?? null;
}

/**
 * The challenge that a response was made for. What a page in a frame of another origin asked for is not taken: sections 7.1 and 7.2,
 * the steps about crossOrigin and topOrigin. All else of the client data is looked at when the response is verified.
 *
 * @returns the octets of the challenge, or null
 */
export function challengeOf(clientDataJSON: string): Buffer | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const { challenge, crossOrigin, topOrigin } = data as Record<string, unknown>;
    if (typeof challenge !== 'string' || (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined) return null;
    return Buffer.from(challenge, 'base64url');
  } catch {
    return null;
  }
}
