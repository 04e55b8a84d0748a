/** What a URL parser would interpret, or drop. */
const FORBIDDEN = /[\s/\\?#@:%[\]]/;
/** At least two labels; the last one begins with a letter, so that it is no address of a machine. */
const HOST_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** A mail domain as it is compared: A-labels (RFC 5890) in lower case, without the last dot. @returns null if it is none */
export function normalizeMailDomain(text: string): string | null {
  const name = FORBIDDEN.test(text) ? '' : (URL.parse(`https://${text}`)?.hostname ?? '').replace(/\.$/, '');
  return HOST_NAME.test(name) ? name : null;
}

/** The mail domain of what a person typed. @returns null if it is no mail address */
export function getMailDomain(typed: string): string | null {
  const at = typed.lastIndexOf('@');
  return at < 1 ? null : normalizeMailDomain(typed.slice(at + 1).trim());
}
