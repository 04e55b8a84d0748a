import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { findSubViolation, MAX_SUB_LENGTH, MAX_URI_LENGTH, SUB_PATTERN } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { findTimeViolation } from '../../http/rfc3339.js';
import { IsOneOf, Satisfies, showValue, type Rule } from '../../http/validators.js';
import { findVisibleTextViolation } from '../../http/visible-text.js';
import { findWebUrlViolation } from '../../http/web-url.js';
import { ApiSchemaRules } from '../../openapi/schema-rules.js';
import { HTTPS_URI, VISIBLE_TEXT } from '../../openapi/patterns.js';

const MAX_NAME_LENGTH = 60;
const findNameViolation = (value: unknown): string | null => findVisibleTextViolation(value, MAX_NAME_LENGTH);

const WEB_URL = { type: String, nullable: true, format: 'uri', maxLength: MAX_URI_LENGTH, pattern: HTTPS_URI } as const;
const NAME = 'The name that people read; null: the id of the client.';
const LOGO = 'A picture, which the consent page shows 40 pixels high.';
const HOME = 'The home page of the application.';
const POLICY = 'How the application uses the data of users; the consent page links to it.';
const TERMS = 'The terms of the application; the consent page links to them.';

const KIND = 'Agent: software that decides by itself what it does. Its tokens tell APIs so. Null: any other client.';
const OWNER =
  'The sub of the user of the domain that the agent belongs to. It ends when that user is deactivated or deleted, or ends it on the account page. Only with kind Agent.';
const EXPIRES_AT = 'A time (RFC 3339) at which the agent ends; null: never. Only with kind Agent.';

/** Applies a rule to a property that only agents have. */
const ofAgents =
  (rule: Rule): Rule<ClientPresentationRequest> =>
  (value, { kind }) =>
    kind === 'Agent' ? rule(value, {}) : 'must be null: only a client with kind Agent has it';

/** How people are told of a client. A property that is absent or null has its default. URLs use https. */
@ApiSchemaRules({
  not: {
    anyOf: ['owner', 'expiresAt'].map((name) => ({
      type: 'object',
      properties: { kind: { enum: [null] }, [name]: { type: 'string' } },
      required: [name],
    })),
  },
})
export class ClientPresentationRequest {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: VISIBLE_TEXT,
    description: NAME,
    example: 'Portal',
  })
  @IsOptional()
  @Satisfies(findNameViolation)
  name?: string | null;

  @ApiPropertyOptional({ ...WEB_URL, description: LOGO, example: 'https://www.example.com/portal.svg' })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  logoUri?: string | null;

  @ApiPropertyOptional({ ...WEB_URL, description: HOME, example: 'https://www.example.com/portal' })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  clientUri?: string | null;

  @ApiPropertyOptional({ ...WEB_URL, description: POLICY, example: 'https://www.example.com/privacy' })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  policyUri?: string | null;

  @ApiPropertyOptional({ ...WEB_URL, description: TERMS, example: 'https://www.example.com/terms' })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  tosUri?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, enum: ['Agent', null], description: KIND })
  @IsOptional()
  @IsOneOf(['Agent'])
  kind?: 'Agent' | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_SUB_LENGTH,
    pattern: SUB_PATTERN.source,
    description: OWNER,
    example: 'maya.k~7',
  })
  @IsOptional()
  @Satisfies(ofAgents(showValue(findSubViolation)))
  owner?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date-time', description: EXPIRES_AT, example: '2030-01-31T00:00:00Z' })
  @IsOptional()
  @Satisfies(ofAgents(findTimeViolation))
  expiresAt?: string | null;
}

export class ClientPresentationResponse {
  @Expose()
  @ApiProperty({ type: String, nullable: true, description: NAME })
  name!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: LOGO })
  logoUri!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: HOME })
  clientUri!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: POLICY })
  policyUri!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: TERMS })
  tosUri!: string | null;

  @Expose()
  @ApiPropertyOptional({ type: String, enum: ['Agent'], description: `${KIND} Absent for other clients, like owner and expiresAt.` })
  kind?: 'Agent';

  @Expose()
  @ApiPropertyOptional({ type: String, nullable: true, description: OWNER })
  owner?: string | null;

  @Expose()
  @ApiPropertyOptional({ type: String, nullable: true, format: 'date-time', description: EXPIRES_AT })
  expiresAt?: string | null;
}
