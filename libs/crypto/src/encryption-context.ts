/** The associated data of an identity provider's encrypted secret: see Encryptor. The secret itself is UTF-8 text. */
export function identityProviderContext(domainId: string, name: string): string {
  return `identity-provider:${domainId}:${name}`;
}

/** The associated data of the encrypted private key of the installation: see Encryptor. */
export function receiptKeyContext(kid: string): string {
  return `receipt-key:${kid}`;
}

/** The associated data of the encrypted keys of the installations that an imported domain comes from: see Encryptor. */
export function domainOriginContext(domainId: string): string {
  return `domain-origin:${domainId}`;
}

/** The associated data of the encrypted ID token of a federated sign-in: see Encryptor. The token itself is ASCII. */
export function idTokenContext(domainId: string, loginUid: string): string {
  return `upstream-id-token:${domainId}:${loginUid}`;
}

/** The associated data of the encrypted `Authorization` header of a stream's pushes: see Encryptor. The header itself is ASCII text. */
export function pushAuthorizationContext(domainId: string, streamId: string): string {
  return `push-authorization:${domainId}:${streamId}`;
}
