import { isDeepStrictEqual } from 'node:util';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { findScopeTokenViolation } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { ArrayMaxSize, IsOptional } from 'class-validator';
import { EachSatisfies, Satisfies } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { createTextPattern, SCOPE_TOKEN } from '../openapi/patterns.js';

const MAX_CLAIMS = 75;
const MAX_NAME_LENGTH = 128;

/** Many JSON parsers treat this name specially, so a token with it could harm its readers. */
const FORBIDDEN_CLAIM = '__proto__';

const findClaimViolation = (value: unknown, { claims }: Partial<ScopeRequest>): string | null => findClaimNameViolation(value, claims);
const findClaimTypeViolation = (value: unknown, { claimTypes }: Partial<ScopeRequest>): string | null =>
  findClaimNameViolation(value, claimTypes);

function findClaimTypesViolation(value: unknown, { claims }: Partial<ScopeRequest>): string | null {
  const isAlone = claims === undefined || claims === null || isDeepStrictEqual(claims, value);
  return isAlone ? null : 'must be omitted, or be the same as claims';
}

function findClaimNameViolation(value: unknown, claims: readonly unknown[] | null | undefined): string | null {
  if (typeof value !== 'string' || value.length < 1 || value.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(value) || !value.isWellFormed()) {
    return `must be the name of a claim: 1 to ${MAX_NAME_LENGTH} characters`;
  }
  if (value === FORBIDDEN_CLAIM) return `must not be ${FORBIDDEN_CLAIM}`;
  const occurrences = Array.isArray(claims) ? claims.filter((claim) => claim === value).length : 0;
  return occurrences > 1 ? 'stands here more than once' : null;
}

const TOO_MANY_CLAIMS = `must have at most ${MAX_CLAIMS} items`;
const CLAIM_NAMES: ApiPropertyOptions = {
  items: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: createTextPattern(`{1,${MAX_NAME_LENGTH}}`),
    not: { enum: [FORBIDDEN_CLAIM] },
  },
  uniqueItems: true,
  nullable: true,
};

/** The claims that one scope adds. */
@ApiConstraints()
export class ScopeRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: SCOPE_TOKEN,
    example: 'profile',
    description: 'A scope token (RFC 6749 section 3.3), unique in the list.',
  })
  @Satisfies(findScopeTokenViolation)
  scope!: string;

  @ApiPropertyOptional({ ...CLAIM_NAMES, example: ['name', 'picture'] })
  @IsOptional()
  @EachSatisfies(findClaimViolation)
  @ArrayMaxSize(MAX_CLAIMS, { message: TOO_MANY_CLAIMS })
  claims?: string[] | null;

  @ApiPropertyOptional({ ...CLAIM_NAMES, description: 'The claims as GET shows them; an alternative to claims, or the same.' })
  @IsOptional()
  @Satisfies(findClaimTypesViolation)
  @EachSatisfies(findClaimTypeViolation)
  @ArrayMaxSize(MAX_CLAIMS, { message: TOO_MANY_CLAIMS })
  claimTypes?: string[] | null;
}

export class ScopeResponse {
  @Expose()
  @ApiProperty({ minLength: 1 })
  scope!: string;

  @Expose()
  @ApiProperty({ type: [String] })
  claimTypes!: string[];
}
