/** What a kept answer is bound to: see Sealer. */
export function answerContext(subscriptionId: string, key: string): string {
  return `idempotency-answer:${subscriptionId}:${key}`;
}
