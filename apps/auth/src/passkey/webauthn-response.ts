import { parseBoundedJson } from '@latchkey/crypto';
import { z } from 'zod';

/** Maximum lengths in characters. No authenticator sends longer values. */
const MAX_LENGTHS = { id: 1_364, clientData: 4_096, attestation: 65_536, authenticatorData: 4_096, signature: 8_192, userHandle: 88 };
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/);

const credentialFields = { id: base64url(MAX_LENGTHS.id), rawId: base64url(MAX_LENGTHS.id), type: z.literal('public-key') };

/** The fields of RegistrationResponseJSON that the server reads: WebAuthn Level 3 section 5.1. */
const registrationSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(MAX_LENGTHS.clientData),
    attestationObject: base64url(MAX_LENGTHS.attestation),
    transports: z
      .array(z.string())
      .transform((names) => TRANSPORTS.filter((name) => names.includes(name)))
      .default([]),
  }),
});

/** The fields of AuthenticationResponseJSON that the server reads: WebAuthn Level 3 section 5.1. */
const authenticationSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(MAX_LENGTHS.clientData),
    authenticatorData: base64url(MAX_LENGTHS.authenticatorData),
    signature: base64url(MAX_LENGTHS.signature),
    userHandle: base64url(MAX_LENGTHS.userHandle),
  }),
});

export type RegistrationResponse = z.output<typeof registrationSchema>;
export type AuthenticationResponse = z.output<typeof authenticationSchema>;

/** @returns null if the value is not a registration response */
export function parseRegistrationResponse(response: unknown): RegistrationResponse | null {
  return registrationSchema.safeParse(response).data ?? null;
}

/** @returns null if the value is not an authentication response */
export function parseAuthenticationResponse(response: unknown): AuthenticationResponse | null {
  return authenticationSchema.safeParse(response).data ?? null;
}

/**
 * Extracts the challenge from the client data. Rejects cross-origin requests from frames: sections 7.1 and 7.2, crossOrigin and topOrigin
 * steps. The verification of the response checks the rest of the client data.
 *
 * @returns the bytes of the challenge, or null
 */
export function extractChallenge(clientDataJSON: string): Buffer | null {
  try {
    const data: unknown = parseBoundedJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const { challenge, crossOrigin, topOrigin } = data as Record<string, unknown>;
    if (typeof challenge !== 'string' || (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined) return null;
    return Buffer.from(challenge, 'base64url');
  } catch {
    return null;
  }
}
