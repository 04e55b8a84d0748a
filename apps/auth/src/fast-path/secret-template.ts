import { NEVER_RECORDED } from '../client/last-use.service.js';
import type { UsedSecret } from '../client/secret-last-use.service.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import { AccessTokenTemplate, type TemplateTerms } from './access-token-template.js';

/** The template of a client that has presented a secret. It records the use of the secret. */
export class SecretTemplate extends AccessTokenTemplate implements UsedSecret {
  lastRecordedAt = NEVER_RECORDED;
  readonly secretId: string;

  constructor(terms: TemplateTerms, key: DomainKey, secret: UsedSecret) {
    super(terms, key, secret);
    this.secretId = secret.secretId;
  }
}
