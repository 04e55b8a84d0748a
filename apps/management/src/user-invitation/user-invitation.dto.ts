import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { findClientIdViolation, MAX_URI_LENGTH } from '@latchkey/oauth';
import { LOCAL_IDENTITY_PROVIDER } from '@latchkey/user';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { findIdentifierViolation, IDENTIFIER_SCHEMA } from '../http/identifier.pipe.js';
import { IsIntegerBetween, Satisfies } from '../http/validators.js';
import { findMagicLinkRedirectUriViolation } from '../magic-link/magic-link.dto.js';
import { WEB_REDIRECT_URI_WITHOUT_QUERY } from '../openapi/patterns.js';

const WAVE_SIZE = { min: 1, max: 1_000, default: 100 } as const;
/** A mail's outcome is kept for a day. */
const INTERVAL_SECONDS = { min: 60, max: 86_400, default: 3_600 } as const;
const DNS_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL_DOMAIN = `^(?:${DNS_LABEL}\\.)*${DNS_LABEL}$`;
const EMAIL_DOMAIN_EXPRESSION = new RegExp(EMAIL_DOMAIN);
const MAX_EMAIL_DOMAIN_LENGTH = 253;

const NAME = { type: String, nullable: true, minLength: 1, maxLength: 128, pattern: IDENTIFIER_SCHEMA.pattern } as const;

function findEmailDomainViolation(value: unknown): string | null {
  const isName = typeof value === 'string' && value.length <= MAX_EMAIL_DOMAIN_LENGTH && EMAIL_DOMAIN_EXPRESSION.test(value);
  return isName ? null : 'must be the part of email addresses after the @, such as example.com';
}

function findProviderViolation(value: unknown): string | null {
  return findClientIdViolation(value) === null ? null : `must be ${LOCAL_IDENTITY_PROVIDER} or the name of an identity provider`;
}

/** Whom to invite, and how fast. A property that is absent or null has its default. */
@ApiConstraints()
export class UserInvitationRequest {
  @ApiProperty({
    format: 'uri',
    minLength: 1,
    maxLength: MAX_URI_LENGTH,
    pattern: WEB_REDIRECT_URI_WITHOUT_QUERY,
    example: 'https://app.example.com/welcome',
    description:
      'Where users go after they have signed in with their link; for users of an identity provider, the link in the mail itself, where their sign-in begins. The rules are those of createMagicLink.',
  })
  @Satisfies(findMagicLinkRedirectUriViolation)
  redirectUri!: string;

  @ApiPropertyOptional({
    ...NAME,
    default: LOCAL_IDENTITY_PROVIDER,
    example: LOCAL_IDENTITY_PROVIDER,
    description:
      'local: users without an identity provider, whose mail has a link that signs them in once, within 24 hours, and lets them create a passkey. Another name: users of this identity provider, whose mail says that they sign in there.',
  })
  @IsOptional()
  @Satisfies(findProviderViolation)
  identityProvider?: string | null;

  @ApiPropertyOptional({ format: 'int32', nullable: true, default: WAVE_SIZE.default, description: 'How many users a wave invites.' })
  @IsOptional()
  @IsIntegerBetween(WAVE_SIZE.min, WAVE_SIZE.max)
  waveSize?: number | null;

  @ApiPropertyOptional({
    format: 'int32',
    nullable: true,
    default: INTERVAL_SECONDS.default,
    description: 'Seconds between the end of a wave and the next one.',
  })
  @IsOptional()
  @IsIntegerBetween(INTERVAL_SECONDS.min, INTERVAL_SECONDS.max, 'whole number of seconds')
  intervalSeconds?: number | null;

  @ApiPropertyOptional({ ...NAME, default: null, description: 'Only users who have this role; null: all.' })
  @IsOptional()
  @Satisfies(findIdentifierViolation)
  role?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    default: null,
    minLength: 1,
    maxLength: MAX_EMAIL_DOMAIN_LENGTH,
    pattern: EMAIL_DOMAIN,
    example: 'example.com',
    description: 'Only users whose email address ends with this after the @, ignoring case; null: all.',
  })
  @IsOptional()
  @Satisfies(findEmailDomainViolation)
  emailDomain?: string | null;
}

/** The values of a request, with its defaults. */
export function readUserInvitation({ redirectUri, identityProvider, waveSize, intervalSeconds, role, emailDomain }: UserInvitationRequest) {
  return {
    redirectUri,
    identityProvider: identityProvider ?? LOCAL_IDENTITY_PROVIDER,
    waveSize: waveSize ?? WAVE_SIZE.default,
    intervalSeconds: intervalSeconds ?? INTERVAL_SECONDS.default,
    role: role ?? null,
    emailDomain: emailDomain?.toLowerCase() ?? null,
  };
}

const COUNT = { type: 'integer', minimum: 0 } as const;

export class UserInvitationSummaryResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty({ enum: ['Running', 'Stopped', 'Completed'] })
  status!: string;

  @Expose()
  @ApiProperty({ format: 'uri' })
  redirectUri!: string;

  @Expose()
  @ApiProperty({ minLength: 1 })
  identityProvider!: string;

  @Expose()
  @ApiProperty({ type: 'integer', minimum: WAVE_SIZE.min, maximum: WAVE_SIZE.max })
  waveSize!: number;

  @Expose()
  @ApiProperty({ type: 'integer', minimum: INTERVAL_SECONDS.min, maximum: INTERVAL_SECONDS.max })
  intervalSeconds!: number;

  @Expose()
  @ApiProperty(NAME)
  role!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true })
  emailDomain!: string | null;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it was stopped or completed.' })
  endedAt!: Date | null;
}

export class UserInvitationResponse extends UserInvitationSummaryResponse {
  @Expose()
  @ApiProperty({ ...COUNT, description: 'The number of users who were sent a mail, without those whose mail has failed.' })
  invited!: number;

  @Expose()
  @ApiProperty({ ...COUNT, description: 'The number of users whose turn comes. It grows until all users were looked at.' })
  waiting!: number;

  @Expose()
  @ApiProperty({
    ...COUNT,
    description: 'The number of users who had a way in, were inactive, or had no usable email address when it was their turn.',
  })
  skipped!: number;

  @Expose()
  @ApiProperty({ ...COUNT, description: 'The number of users whose mail no mail server accepted.' })
  failed!: number;

  @Expose()
  @ApiProperty({ ...COUNT, description: 'The number of invited users who have signed in since.' })
  signedIn!: number;
}
