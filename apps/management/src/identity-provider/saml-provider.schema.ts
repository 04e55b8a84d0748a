import type { ApiPropertyOptions } from '@nestjs/swagger';
import { VISIBLE_ASCII } from '../openapi/patterns.js';
import { MAX_ATTRIBUTE_LENGTH, MAX_CERTIFICATE_LENGTH, MAX_CERTIFICATES, MAX_METADATA_LENGTH, MAX_SAML_URL_LENGTH } from './saml-rules.js';

/** The member `saml`. `findSamlViolations` checks it. */
export const SAML_PROVIDER: ApiPropertyOptions = {
  type: 'object',
  properties: {
    metadata: { type: 'string', nullable: true, maxLength: MAX_METADATA_LENGTH },
    ssoUrl: { type: 'string', format: 'uri', nullable: true, maxLength: MAX_SAML_URL_LENGTH },
    sloUrl: { type: 'string', format: 'uri', nullable: true, maxLength: MAX_SAML_URL_LENGTH },
    certificates: {
      type: 'array',
      items: { type: 'string', maxLength: MAX_CERTIFICATE_LENGTH },
      nullable: true,
      minItems: 1,
      maxItems: MAX_CERTIFICATES,
    },
    signRequests: { type: 'boolean', nullable: true, default: false },
    subjectAttribute: { type: 'string', nullable: true, minLength: 1, maxLength: MAX_ATTRIBUTE_LENGTH, pattern: VISIBLE_ASCII },
  },
  additionalProperties: false,
  nullable: true,
  description:
    'Of the kind saml: metadata (XML) of the identity provider, or its ssoUrl and sloUrl (sign-on and logout service, HTTP-Redirect) and the certificates (PEM) of the keys that sign assertions, several while it changes its key. Answers have ssoUrl and certificates. subjectAttribute identifies the user, by default the persistent NameID. signRequests signs requests with the key in the metadata of the domain.',
};
