/** Controls of webhooks. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const WEBHOOKS = [
  {
    control: 'the signature of a webhook covers its id and its time',
    rule: 'Standard Webhooks, Signature scheme',
    text: /\$\{\w+\}\.\$\{\w+\}\./,
    test: { file: 'webhook-signature.spec.ts', title: 'verifies with the public key' },
  },
  {
    control: 'a replaced secret of a webhook signs for a day only',
    rule: 'Standard Webhooks, Webhook headers',
    text: 'CASE WHEN previous_secret_expires_at > now() THEN previous_secret END',
    replacement: 'previous_secret',
    test: { file: 'webhook.processor.int-spec.ts', title: 'also signs with the old secret for a day' },
  },
  {
    control: 'a webhook leads to a public address',
    rule: 'OWASP ASVS 5.0 section 1.3.6',
    replacement: 'true',
    test: { file: 'webhook.int-spec.ts', title: 'reject %j with a pointer' },
  },
  {
    control: 'a webhook belongs to its domain',
    rule: 'isolation of domains',
    text: /\{ \w+, (\w+) \}/,
    replacement: '{ $1 }',
    test: { file: 'domain-isolation.int-spec.ts', title: 'gets the same answers by its %s on every route as an unknown one' },
  },
  {
    control: 'a receiver that wants no more events gets none',
    rule: 'Standard Webhooks, Delivery status',
    text: /= .+? \|\| /,
    replacement: '= ',
    test: { file: 'webhook.processor.int-spec.ts', title: 'are disabled if the receiver %s; pending events can be replayed' },
  },
];
