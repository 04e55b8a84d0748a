import { isRefusalCode } from '@latchkey/events';

/** By these the receiver refuses who sends the event, as by the status 401 or 403, and may take it later. */
const ABOUT_THE_TRANSMITTER: readonly string[] = ['authentication_failed', 'access_denied'];

/**
 * The code by which a receiver refuses an event for good: RFC 8935 section 2.3.
 *
 * @param error the body of the answer
 * @returns null if the event is to be sent again
 */
export function findRefusal(error: unknown): string | null {
  const { err } = Object(error) as { err?: unknown };
  return isRefusalCode(err) && !ABOUT_THE_TRANSMITTER.includes(err) ? err : null;
}
