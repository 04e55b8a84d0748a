import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** Seconds. Authenticator apps assume these defaults: RFC 6238 section 4, SHA-1, six digits. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const TOTP_OPTIONS = { strategy: 'totp', algorithm: 'sha1', digits: DIGITS, period: PERIOD_SECONDS } as const;
const base32 = new ScureBase32Plugin();

/** Normalizes an entered code: removes spaces. @returns null if it is not a code */
export function parseCode(enteredCode: string): string | null {
  const code = enteredCode.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(code) ? code : null;
}

/**
 * Finds the time step of a code: the current, previous or next one, to allow for clock drift (RFC 6238 section 6).
 *
 * @param now seconds since the epoch
 * @returns null if the code matches none of the three
 */
export function findTimeStep(secret: Buffer, code: string, now: number): number | null {
  const epoch = Math.floor(now);
  // control: a code of an authenticator app is valid for one step before and after
  const result = verifySync({ ...TOTP_OPTIONS, secret: new Uint8Array(secret), token: code, epoch, epochTolerance: PERIOD_SECONDS });
  return result.valid ? Math.floor(epoch / PERIOD_SECONDS) + result.delta : null;
}

/** Encodes the secret in base32, for apps that cannot scan the QR code. */
export function encodeSecret(secret: Buffer): string {
  return base32.encode(new Uint8Array(secret), { padding: false });
}

/**
 * Builds the content of the QR code. Removes colons from both names, because a colon separates them.
 *
 * @param account the username that the app shows beside the issuer
 */
export function buildOtpauthUri(secret: Buffer, issuer: string, account: string): string {
  return generateURI({ ...TOTP_OPTIONS, secret: encodeSecret(secret), issuer: removeColons(issuer), label: removeColons(account) });
}

function removeColons(name: string): string {
  return name.replaceAll(/\s*:\s*/g, ' ').trim();
}
