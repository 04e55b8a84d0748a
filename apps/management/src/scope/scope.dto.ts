import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { isScope, splitScope } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { ArrayMaxSize, IsOptional } from 'class-validator';
import { EachSatisfies, Satisfies } from '../http/validators.js';
import { createTextPattern, SCOPE_TOKEN } from '../openapi/patterns.js';

const MAX_CLAIMS = 75;
const MAX_NAME_LENGTH = 128;

function findScopeTokenFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const isScopeToken = value.length <= MAX_NAME_LENGTH && isScope(value) && splitScope(value).length === 1;
  return isScopeToken ? null : `must be one scope token (RFC 6749 section 3.3) of 1 to ${MAX_NAME_LENGTH} characters`;
}

/** Many JSON parsers treat this name specially, so a token that contains it could harm its readers. */
const FORBIDDEN_CLAIM = '__proto__';

function findClaimNameFault(value: unknown, { claims }: Partial<ScopeRequest>): string | null {
  if (typeof value !== 'string' || value.length < 1 || value.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(value) || !value.isWellFormed()) {
    return `must be the name of a claim: 1 to ${MAX_NAME_LENGTH} characters`;
  }
  if (value === FORBIDDEN_CLAIM) return `must not be ${FORBIDDEN_CLAIM}`;
  const occurrences = claims?.filter((claim) => claim === value).length ?? 0;
  return occurrences > 1 ? 'stands here more than once' : null;
}

/** The claims that one scope brings. */
export class ScopeRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: SCOPE_TOKEN,
    example: 'profile',
    description: 'A scope token (RFC 6749 section 3.3), once in the list.',
  })
  @Satisfies(findScopeTokenFault)
  scope!: string;

  @ApiPropertyOptional({
    type: 'array',
    items: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: createTextPattern(`{1,${MAX_NAME_LENGTH}}`),
      not: { enum: [FORBIDDEN_CLAIM] },
    },
    uniqueItems: true,
    maxItems: MAX_CLAIMS,
    nullable: true,
    example: ['name', 'picture'],
  })
  @IsOptional()
  @EachSatisfies(findClaimNameFault)
  @ArrayMaxSize(MAX_CLAIMS, { message: `must have at most ${MAX_CLAIMS} items` })
  claims?: string[] | null;
}

export class ScopeResponse {
  @Expose()
  @ApiProperty({ minLength: 1 })
  scope!: string;

  @Expose()
  @ApiProperty({ type: [String] })
  claimTypes!: string[];
}
