/** What the encrypted id token of a sign-in at an identity provider is bound to: see Encryptor. The token itself is ASCII. */
export function idTokenContext(domainId: string, loginUid: string): string {
  return `upstream-id-token:${domainId}:${loginUid}`;
}
