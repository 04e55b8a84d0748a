/** The maximum length of what is kept of a receiver's answer, in code points. */
export const MAX_ANSWER_LENGTH = 1_000;
const REMOVED = '[removed]';
/** Controls except tab and line feed, and bytes that are not UTF-8. */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]+/g;

/**
 * What an operator may see of a receiver's answer: its beginning, as printable text.
 *
 * @param authorization the header that the request had, which a receiver may repeat; null without one
 *
 * @returns null if there is nothing to see
 */
export function cutAnswer(body: string, authorization: string | null): string | null {
  let text = body.replaceAll('\r\n', '\n').replaceAll(UNPRINTABLE, '\ufffd');
  // control: an answer that is kept lacks the header of pushes
  for (const secret of authorization === null ? [] : listSpellings(authorization)) text = text.replaceAll(secret, REMOVED);
  const points = Array.from(text.trim());
  if (points.length === 0) return null;
  return points.length > MAX_ANSWER_LENGTH ? `${points.slice(0, MAX_ANSWER_LENGTH - 1).join('')}…` : points.join('');
}

/** The sentence for operators about an event that its receiver refuses: RFC 8935 section 2.3, RFC 8936 section 2.6. */
export function describeRefusal(code: string): string {
  return `The receiver refused the event with the code ${code}.`;
}

/** The header and its credential alone, also as JSON strings have them, the longest first. */
function listSpellings(authorization: string): string[] {
  const plain = [authorization, authorization.slice(authorization.indexOf(' ') + 1)];
  return plain.flatMap((text) => [JSON.stringify(text).slice(1, -1), text]);
}
