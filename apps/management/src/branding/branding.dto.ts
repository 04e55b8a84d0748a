import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  CORNERS,
  findAccentColorViolation,
  findBackgroundColorViolation,
  FONTS,
  MAX_URI_LENGTH,
  type Corners,
  type Font,
} from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { Satisfies } from '../http/validators.js';
import { findVisibleTextViolation } from '../http/visible-text.js';
import { findWebUrlViolation } from '../http/web-url.js';
import { HTTPS_URI, VISIBLE_TEXT } from '../openapi/patterns.js';

const MAX_NAME_LENGTH = 60;
const findNameViolation = (value: unknown): string | null => findVisibleTextViolation(value, MAX_NAME_LENGTH);

const MAILTO_URI = '^mailto:[A-Za-z0-9._~+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+$';
const SUPPORT_URI = `${HTTPS_URI}|${MAILTO_URI}`;

function findSupportUriViolation(value: unknown): string | null {
  if (typeof value !== 'string' || !/^mailto:/i.test(value)) return findWebUrlViolation(value);
  const isMailbox = value.length <= MAX_URI_LENGTH && new RegExp(MAILTO_URI).test(value);
  return isMailbox ? null : 'must be one email address after mailto:, such as mailto:help@example.com';
}

/** The branding of a domain's pages. A property that is absent or null has its default. */
export class BrandingRequest {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: VISIBLE_TEXT,
    example: 'Northwind Bank',
  })
  @IsOptional()
  @Satisfies(findNameViolation)
  name?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: HTTPS_URI,
    description: 'An https URL without a user name or password. The pages show the picture 32 pixels high.',
    example: 'https://www.example.com/logo.svg',
  })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  logoUrl?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^#[0-9A-Fa-f]{6}$',
    description: 'The color of buttons. White or dark text on it must have a contrast of 4.5:1 or more (WCAG 2.2, 1.4.3).',
    example: '#1d4f91',
  })
  @IsOptional()
  @Satisfies(findAccentColorViolation)
  accentColor?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: SUPPORT_URI,
    description: 'Where users get help: an https URL, or mailto: with one email address. Pages link to it where a user cannot continue.',
    example: 'https://www.example.com/help',
  })
  @IsOptional()
  @Satisfies(findSupportUriViolation)
  supportUri?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: HTTPS_URI,
    description: 'The logo on dark pages: an https URL. Without it they show logoUrl.',
    example: 'https://www.example.com/logo-dark.svg',
  })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  darkLogoUrl?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: HTTPS_URI,
    description: 'The icon of the tab: an https URL. Without it, the first letter of the name on the accent color.',
    example: 'https://www.example.com/favicon.svg',
  })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  faviconUrl?: string | null;

  @ApiPropertyOptional({
    type: String,
    enum: [...CORNERS, null],
    nullable: true,
    description: 'The corners of fields and buttons. Default: Slight.',
  })
  @IsOptional()
  @IsIn(CORNERS, { message: `must be one of ${CORNERS.join(', ')}` })
  corners?: Corners | null;

  @ApiPropertyOptional({
    type: String,
    enum: [...FONTS, null],
    nullable: true,
    description: 'The font family: Inter (the default), or one of the device: System, Serif, Rounded. Pages load no other.',
  })
  @IsOptional()
  @IsIn(FONTS, { message: `must be one of ${FONTS.join(', ')}` })
  font?: Font | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^#[0-9A-Fa-f]{6}$',
    description: 'The background of light pages. The text on it, #4a5360, must have a contrast of 4.5:1 or more (WCAG 2.2, 1.4.3).',
    example: '#f2f4f7',
  })
  @IsOptional()
  @Satisfies(findBackgroundColorViolation)
  backgroundColor?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: HTTPS_URI,
    description: 'The terms of use: an https URL. The footer of the pages links to it.',
    example: 'https://www.example.com/terms',
  })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  termsUri?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: HTTPS_URI,
    description: 'The privacy policy: an https URL. The footer of the pages links to it.',
    example: 'https://www.example.com/privacy',
  })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  privacyUri?: string | null;
}

export class BrandingResponse {
  @Expose()
  @ApiProperty({ type: String, nullable: true })
  name!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri' })
  logoUrl!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'In lower case.' })
  accentColor!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri' })
  supportUri!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri' })
  darkLogoUrl!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri' })
  faviconUrl!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, enum: [...CORNERS, null] })
  corners!: Corners | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, enum: [...FONTS, null] })
  font!: Font | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'In lower case.' })
  backgroundColor!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri' })
  termsUri!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri' })
  privacyUri!: string | null;
}
