/** What the encrypted secret of an identity provider is bound to: see Encryptor. The secret itself is a text in UTF-8. */
export function identityProviderContext(domainId: string, name: string): string {
  return `identity-provider:${domainId}:${name}`;
}
