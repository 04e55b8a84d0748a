import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_URI_LENGTH, findRedirectUriViolation, isLoopback } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { HasOwnPipe } from '../http/request-body.pipe.js';
import { Satisfies, TRUE_OR_FALSE } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { WEB_REDIRECT_URI_WITHOUT_QUERY } from '../openapi/patterns.js';

export const NEEDS_HTTPS = 'must start with https://';

export function findMagicLinkRedirectUriViolation(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.startsWith('https://') && !isLoopbackUrl(value)) return NEEDS_HTTPS;
  if (value.includes('?')) return 'must not have a query (?...)';
  return findRedirectUriViolation(value, 'Confidential');
}

/** Whether it is an http URL on this machine, for an application in development. Its pipe rejects such URLs in production. */
export function isLoopbackUrl(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('http://') && isLoopback(URL.parse(value)?.hostname ?? '');
}

@HasOwnPipe()
@ApiConstraints()
export class MagicLinkRequest {
  @ApiProperty({
    format: 'uri',
    minLength: 1,
    maxLength: MAX_URI_LENGTH,
    pattern: WEB_REDIRECT_URI_WITHOUT_QUERY,
    example: 'https://app.example.com/welcome',
    description:
      'Where the user goes after the sign-in: https, outside production also http://localhost; without a query, a fragment, a user name or a password.',
  })
  @Satisfies(findMagicLinkRedirectUriViolation)
  redirectUri!: string;

  @ApiPropertyOptional({ nullable: true, description: "Whether redeeming the link removes the user's passkeys." })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  resetPasskeys?: boolean | null;
}

export class MagicLinkResponse {
  @Expose()
  @ApiProperty({ format: 'uri', description: 'The link. It works once, for ten minutes, and is shown only in this response.' })
  uri!: string;
}
