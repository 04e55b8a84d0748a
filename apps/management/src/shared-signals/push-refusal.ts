/** By these the receiver refuses who sends the event, as by the status 401 or 403, and may take it later. */
const ABOUT_THE_TRANSMITTER: readonly unknown[] = ['authentication_failed', 'access_denied'];
const MAX_CODE_LENGTH = 64;
const CODE = /^[\x21-\x7e]+$/;

/**
 * The code by which a receiver refuses an event for good: RFC 8935 sections 2.3 and 2.4. Codes that IANA may register later count, too.
 *
 * @param error the body of the answer
 * @returns null if the event is to be sent again
 */
export function findRefusal(error: unknown): string | null {
  const { err } = Object(error) as { err?: unknown };
  if (typeof err !== 'string' || err.length > MAX_CODE_LENGTH || !CODE.test(err)) return null;
  return ABOUT_THE_TRANSMITTER.includes(err) ? null : err;
}
