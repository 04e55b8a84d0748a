import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_URI_LENGTH, findRedirectUriFault } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { Satisfies } from '../http/validators.js';
import { HTTPS_URI_WITHOUT_QUERY } from '../openapi/patterns.js';

function findMagicLinkRedirectUriFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.startsWith('https://')) return 'must start with https://';
  if (value.includes('?')) return 'must not have a query (?...)';
  return findRedirectUriFault(value, 'Confidential');
}

export class MagicLinkRequest {
  @ApiProperty({
    format: 'uri',
    minLength: 1,
    maxLength: MAX_URI_LENGTH,
    pattern: HTTPS_URI_WITHOUT_QUERY,
    example: 'https://app.example.com/welcome',
    description: 'Where the user goes once signed in: https, without a query, a fragment, a user name or a password.',
  })
  @Satisfies(findMagicLinkRedirectUriFault)
  redirectUri!: string;

  @ApiPropertyOptional({ type: Boolean, nullable: true, description: "Whether the user's passkeys end when the link is redeemed." })
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  resetPasskeys?: boolean | null;
}

export class MagicLinkResponse {
  @Expose()
  @ApiProperty({ format: 'uri', description: 'The link. It works once, for ten minutes, and is shown this once.' })
  uri!: string;
}
