import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** Seconds. What authenticator apps take for granted: RFC 6238 section 4 and its SHA-1, six digits. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const TOTP_OPTIONS = { strategy: 'totp', algorithm: 'sha1', digits: DIGITS, period: PERIOD_SECONDS } as const;
const base32 = new ScureBase32Plugin();

/** A code as a person types it: digits, with whatever spaces. @returns null if it is none */
export function parseCode(enteredCode: string): string | null {
  const code = enteredCode.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(code) ? code : null;
}

/**
 * The time step that a code belongs to: the present one, or the one before or after, for clocks that differ (RFC 6238 section 6).
 *
 * @param now seconds since the epoch
 * @returns null if the code is of none of the three
 */
export function findTimeStep(secret: Buffer, code: string, now: number): number | null {
  const epoch = Math.floor(now);
  const result = verifySync({ ...TOTP_OPTIONS, secret: new Uint8Array(secret), token: code, epoch, epochTolerance: PERIOD_SECONDS });
  return result.valid ? Math.floor(epoch / PERIOD_SECONDS) + result.delta : null;
}

/** The secret in base32, as it is typed into an app that cannot see the QR code. */
export function encodeSecret(secret: Buffer): string {
  return base32.encode(new Uint8Array(secret), { padding: false });
}

/**
 * What the QR code says. A colon ends the issuer's name there, so that neither name may have one.
 *
 * @param account the user, as the app shows them beside the issuer
 */
export function buildOtpauthUri(secret: Buffer, issuer: string, account: string): string {
  return generateURI({ ...TOTP_OPTIONS, secret: encodeSecret(secret), issuer: removeColons(issuer), label: removeColons(account) });
}

function removeColons(name: string): string {
  return name.replaceAll(/\s*:\s*/g, ' ').trim();
}
