import { parseBoundedJson } from '@latchkey/crypto';
import { isRefusalCode } from '@latchkey/events';

/** With these codes the receiver rejects the sender, as with the status 401 or 403, and may accept the event later. */
const ABOUT_THE_TRANSMITTER: readonly string[] = ['authentication_failed', 'access_denied'];

/**
 * The code with which a receiver permanently rejects the event: RFC 8935 section 2.3.
 *
 * @param body the response body
 *
 * @returns null if the event must be sent again
 */
export function findRefusal(body: string): string | null {
  const { err } = Object(parse(body)) as { err?: unknown };
  return isRefusalCode(err) && !ABOUT_THE_TRANSMITTER.includes(err) ? err : null;
}

function parse(body: string): unknown {
  try {
    return parseBoundedJson(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
