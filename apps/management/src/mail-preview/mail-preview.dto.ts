import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MESSAGE_LANGUAGES, NOTICE_KINDS, type MessageLanguage } from '@latchkey/message';
import { Expose } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';

/** The kinds of mails: the links, and the notices. */
export const MAIL_KINDS = [
  'sign-in-link',
  'sign-up-link',
  'account-exists',
  'sign-up-invitation',
  'user-invitation',
  'provider-invitation',
  'email-confirmation',
  'email-changed',
  ...NOTICE_KINDS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export class MailPreviewRequest {
  @ApiProperty({ enum: MAIL_KINDS })
  @IsIn(MAIL_KINDS, { message: `must be one of ${MAIL_KINDS.join(', ')}` })
  kind!: MailKind;

  @ApiPropertyOptional({ type: String, enum: [...MESSAGE_LANGUAGES, null], nullable: true, description: 'Default: en.' })
  @IsOptional()
  @IsIn(MESSAGE_LANGUAGES, { message: `must be one of ${MESSAGE_LANGUAGES.join(', ')}` })
  language?: MessageLanguage | null;
}

export class MailPreviewResponse {
  @Expose()
  @ApiProperty({ example: 'Sign in to Northwind Bank' })
  subject!: string;

  @Expose()
  @ApiProperty({ description: 'The plain-text part.' })
  text!: string;

  @Expose()
  @ApiProperty({ description: 'The HTML part. It contains styles, and loads the logo of the branding.' })
  html!: string;
}
