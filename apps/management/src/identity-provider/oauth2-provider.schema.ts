import type { ApiPropertyOptions } from '@nestjs/swagger';
import { VISIBLE_ASCII } from '../openapi/patterns.js';
import { MAX_ENDPOINT_LENGTH, MAX_SUBJECT_CLAIM_LENGTH } from './identity-provider-kind-rules.js';

const ENDPOINT = { type: 'string', format: 'uri', minLength: 1, maxLength: MAX_ENDPOINT_LENGTH } as const;

/** The member `oauth2`. `findOAuth2Violations` checks it. */
export const OAUTH2_PROVIDER: ApiPropertyOptions = {
  type: 'object',
  properties: {
    authorizationEndpoint: ENDPOINT,
    tokenEndpoint: ENDPOINT,
    userinfoEndpoint: ENDPOINT,
    emailsEndpoint: { ...ENDPOINT, nullable: true },
    subjectClaim: { type: 'string', nullable: true, minLength: 1, maxLength: MAX_SUBJECT_CLAIM_LENGTH, pattern: VISIBLE_ASCII },
  },
  required: ['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint'],
  additionalProperties: false,
  nullable: true,
  example: {
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    userinfoEndpoint: 'https://api.github.com/user',
    emailsEndpoint: 'https://api.github.com/user/emails',
  },
  description:
    'Of the kind oauth2, which has no discovery document: its endpoints. emailsEndpoint lists mail addresses as GitHub does: the primary one, if it is verified, becomes the claims email and email_verified. subjectClaim identifies the user: id by default.',
};
