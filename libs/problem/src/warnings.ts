import type { Explanation } from './explanations.js';

/**
 * Warnings about accepted requests. The key is the last part of the URL in the `Link` header, and never changes. docs/problems.md explains
 * each; a test compares it with this list.
 */
export const WARNINGS = {
  'redirect-uris-missing': {
    title: 'The client has no redirect URI',
    when: 'A client with the `grantType` `AuthorizationCode` is provisioned without `redirectUris`, or with an empty list. The client is stored, but no user can sign in with it: every authorization request is refused.',
    remedy: 'Provision the client again, with the `redirectUris` of the application. Ignore the warning if they follow later.',
  },
} as const satisfies Record<string, Explanation & { title: string }>;

export type WarningKind = keyof typeof WARNINGS;

/** The value of a `Link` header (RFC 8288) that points to the explanation of a warning. */
export function createWarningLink(kind: WarningKind): string {
  return `</problems/${kind}>; rel="help"; title="${WARNINGS[kind].title}"`;
}
