/** The associated data of the encrypted ID token of a federated sign-in: see Encryptor. The token itself is ASCII. */
export function idTokenContext(domainId: string, loginUid: string): string {
  return `upstream-id-token:${domainId}:${loginUid}`;
}
