/** What a kept answer is bound to: see Encryptor. */
export function getStoredResponseContext(subscriptionId: string, key: string): string {
  return `idempotency-answer:${subscriptionId}:${key}`;
}
