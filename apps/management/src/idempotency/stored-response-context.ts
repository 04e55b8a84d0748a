/** The associated data of a stored response: see Encryptor. */
export function getStoredResponseContext(subscriptionId: string, key: string): string {
  return `idempotency-answer:${subscriptionId}:${key}`;
}
