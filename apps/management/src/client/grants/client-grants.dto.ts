import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { TokenExchangeGrant } from '@latchkey/persistence';
import { Expose, Type } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { ApiConstraints } from '../../http/api-constraints.js';
import { IDENTIFIER_SCHEMA } from '../../http/identifier.pipe.js';
import { SatisfiesNested, TRUE_OR_FALSE } from '../../http/validators.js';
import { ApiSchemaRules } from '../../openapi/schema-rules.js';
import { SCOPE_LIST_SCHEMA } from '../../resource/scope-list-rules.js';
import { EXCHANGE_MODES, findTokenExchangeViolations, MAX_RESOURCES } from './grants-rules.js';

const CLIENT_CREDENTIALS =
  'Whether the client also gets tokens of its own (RFC 6749 section 4.4). For Confidential clients; one of grantType ClientCredentials does anyway.';
const DEVICE_CODE = 'Whether users may sign in on devices without a browser (RFC 8628).';
const TOKEN_EXCHANGE = 'What the client may exchange the tokens of others for (RFC 8693); null: nothing. For Confidential clients.';

/** What a client may exchange the tokens of others for. */
@ApiSchemaRules({
  allOf: [{ type: 'object', properties: { resources: { type: 'object', propertyNames: IDENTIFIER_SCHEMA } } }],
})
export class TokenExchangeBody {
  @Expose()
  @ApiProperty({
    type: String,
    enum: EXCHANGE_MODES,
    description: 'Delegation: the token names the client as the actor (act, RFC 8693 section 4.1). Impersonation: it does not.',
  })
  mode!: TokenExchangeGrant['mode'];

  @Expose()
  @ApiProperty({
    type: 'object',
    additionalProperties: { ...SCOPE_LIST_SCHEMA },
    maxProperties: MAX_RESOURCES,
    example: { stock: ['stock:read'] },
    description: 'The most that it may get: scopes by the ids of resources of the domain.',
  })
  resources!: Record<string, string[]>;
}

/** The grants that a client may use beside its grantType. A property that is absent or null has its default. */
@ApiConstraints()
export class ClientGrantsRequest {
  @ApiPropertyOptional({ nullable: true, default: false, description: CLIENT_CREDENTIALS })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  clientCredentials?: boolean | null;

  @ApiPropertyOptional({ nullable: true, default: false, description: DEVICE_CODE })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  deviceCode?: boolean | null;

  @ApiPropertyOptional({ type: TokenExchangeBody, nullable: true, default: null, description: TOKEN_EXCHANGE })
  @IsOptional()
  @SatisfiesNested(findTokenExchangeViolations)
  tokenExchange?: TokenExchangeGrant | null;
}

export class ClientGrantsResponse {
  @Expose()
  @ApiProperty({ description: CLIENT_CREDENTIALS })
  clientCredentials!: boolean;

  @Expose()
  @ApiProperty({ description: DEVICE_CODE })
  deviceCode!: boolean;

  @Expose()
  @Type(() => TokenExchangeBody)
  @ApiProperty({ type: TokenExchangeBody, nullable: true, description: TOKEN_EXCHANGE })
  tokenExchange!: TokenExchangeGrant | null;
}
