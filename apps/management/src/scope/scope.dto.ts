import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { isScope, splitScope } from '@latchkey/oauth';
import { ArrayMaxSize, IsOptional } from 'class-validator';
import { EachSatisfies, Satisfies } from '../http/validators.js';
import { noControls, SCOPE_TOKEN } from '../openapi/patterns.js';

const MOST_CLAIMS = 75;
const LONGEST_NAME = 128;

function scopeTokenFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const token = value.length <= LONGEST_NAME && isScope(value) && splitScope(value).length === 1;
  return token ? null : `must be one scope token (RFC 6749 section 3.3) of 1 to ${LONGEST_NAME} characters`;
}

/** Many JSON parsers take this name for something else, so a token that carries it harms those who read it. */
const NO_CLAIM = '__proto__';

function claimFault(value: unknown, { claims }: Partial<ScopeRequest>): string | null {
  if (typeof value !== 'string' || value.length < 1 || value.length > LONGEST_NAME || /\p{Cc}/u.test(value) || !value.isWellFormed()) {
    return `must be the name of a claim: 1 to ${LONGEST_NAME} characters`;
  }
  if (value === NO_CLAIM) return `must not be ${NO_CLAIM}`;
  const times = claims?.filter((claim) => claim === value).length ?? 0;
  return times > 1 ? 'stands here more than once' : null;
}

/** The claims that one scope brings. */
export class ScopeRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: LONGEST_NAME,
    pattern: SCOPE_TOKEN,
    example: 'profile',
    description: 'A scope token (RFC 6749 section 3.3), once in the list.',
  })
  @Satisfies(scopeTokenFault)
  scope!: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: LONGEST_NAME, pattern: noControls(`{1,${LONGEST_NAME}}`), not: { enum: [NO_CLAIM] } },
    uniqueItems: true,
    maxItems: MOST_CLAIMS,
    nullable: true,
    example: ['name', 'picture'],
  })
  @IsOptional()
  @EachSatisfies(claimFault)
  @ArrayMaxSize(MOST_CLAIMS, { message: `must have at most ${MOST_CLAIMS} items` })
  claims?: string[] | null;
}

export class ScopeResponse {
  @ApiProperty({ minLength: 1 })
  scope!: string;

  @ApiProperty({ type: [String] })
  claimTypes!: string[];
}
