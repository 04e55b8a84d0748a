/** Controls of webhooks. */

const API_SPEC = 'apps/management/src/webhook/webhook.int-spec.ts';
const DELIVERY_SPEC = 'apps/management/src/webhook/webhook.processor.int-spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const WEBHOOKS = [
  {
    control: 'the signature of a webhook covers its id and its time',
    rule: 'Standard Webhooks, Signature scheme',
    file: 'libs/crypto/src/webhook-signature.ts',
    text: 'const content = `${id}.${timestamp}.${body}`;',
    replacement: 'const content = body;',
    test: { file: 'libs/crypto/src/webhook-signature.spec.ts', title: 'verifies by the public key' },
  },
  {
    control: 'a replaced secret of a webhook signs for a day only',
    rule: 'Standard Webhooks, Webhook headers',
    file: 'libs/persistence/src/webhook/webhook-lease.repository.ts',
    text: 'CASE WHEN previous_secret_expires_at > now() THEN previous_secret END',
    replacement: 'previous_secret',
    test: { file: DELIVERY_SPEC, title: 'is signed by the old secret, too, for a day' },
  },
  {
    control: 'a webhook leads to a public address',
    rule: 'OWASP ASVS 5.0 section 1.3.6',
    file: 'apps/management/src/http/callback-url-body.pipe.ts',
    text: 'return violation === null',
    replacement: 'return violation !== undefined',
    test: { file: API_SPEC, title: 'is refused with a pointer: %j' },
  },
  {
    control: 'a webhook belongs to its domain',
    rule: 'isolation of domains',
    file: 'libs/persistence/src/webhook/webhook.repository.ts',
    text: 'return this.rows.findOneBy({ domainId, id });',
    replacement: 'return this.rows.findOneBy({ ...(domainId && {}), id });',
    test: {
      file: 'apps/management/src/domain/domain-isolation.int-spec.ts',
      title: 'answers by its %s on every route like an unknown one',
    },
  },
  {
    control: 'a receiver that wants no more events gets none',
    rule: 'Standard Webhooks, Delivery status',
    file: 'apps/management/src/webhook/webhook-lease.service.ts',
    text: 'attempt.responseStatus === GONE || (await',
    replacement: '(await',
    test: { file: DELIVERY_SPEC, title: '%s; what waits can be replayed' },
  },
];
