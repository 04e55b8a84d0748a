/** The associated data of the encrypted secret of an identity provider: see Encryptor. The secret itself is UTF-8 text. */
export function identityProviderContext(domainId: string, name: string): string {
  return `identity-provider:${domainId}:${name}`;
}
