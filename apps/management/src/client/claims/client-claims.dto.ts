import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { OBJECT_MEMBERS } from '../../http/identifier.pipe.js';
import { SatisfiesNested } from '../../http/validators.js';
import { MAX_DEPTH } from '@latchkey/user';
import { ApiSchemaRules } from '../../openapi/schema-rules.js';
import { createTextPattern } from '../../openapi/patterns.js';
import { findClaimsViolations, MAX_CLAIMS, MAX_CLAIMS_BYTES, MAX_NAME_LENGTH, RESERVED_TOKEN_CLAIMS } from './claims-rules.js';

/** The fixed claims of a client's own tokens. */
@ApiSchemaRules({
  allOf: [
    {
      type: 'object',
      properties: {
        accessToken: {
          type: 'object',
          propertyNames: {
            minLength: 1,
            maxLength: MAX_NAME_LENGTH,
            pattern: createTextPattern(),
            not: { enum: [...new Set([...RESERVED_TOKEN_CLAIMS, ...OBJECT_MEMBERS, 'prototype'])] },
          },
        },
      },
    },
  ],
})
export class ClientClaimsRequest {
  @Expose()
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    maxProperties: MAX_CLAIMS,
    example: { tenant: 'acme', plan: ['gold'] },
    description: `Claims of the access tokens that the client gets for itself (client credentials): at most ${MAX_CLAIMS}, of ${MAX_CLAIMS_BYTES} bytes as JSON, nested at most ${MAX_DEPTH} deep, none of them one that the server sets.`,
  })
  @SatisfiesNested(findClaimsViolations)
  accessToken!: Record<string, unknown>;
}

export class ClientClaimsResponse {
  @Expose()
  @ApiProperty({ type: 'object', additionalProperties: true })
  accessToken!: Record<string, unknown>;
}
