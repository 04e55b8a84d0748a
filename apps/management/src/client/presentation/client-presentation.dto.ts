import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_URI_LENGTH } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { Satisfies } from '../../http/validators.js';
import { findVisibleTextViolation } from '../../http/visible-text.js';
import { findWebUrlViolation } from '../../http/web-url.js';
import { HTTPS_URI, VISIBLE_TEXT } from '../../openapi/patterns.js';

const MAX_NAME_LENGTH = 60;
const findNameViolation = (value: unknown): string | null => findVisibleTextViolation(value, MAX_NAME_LENGTH);

const WEB_URL = { type: String, nullable: true, format: 'uri', maxLength: MAX_URI_LENGTH, pattern: HTTPS_URI } as const;
const NAME = 'The name that people read; null: the id of the client.';
const LOGO = 'A picture, which the consent page shows 40 pixels high.';
const HOME = 'The home page of the application.';
const POLICY = 'How the application uses the data of users; the consent page links to it.';
const TERMS = 'The terms of the application; the consent page links to them.';

/** How people are told of a client. A property that is absent or null has its default. URLs use https. */
export class ClientPresentationRequest {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: VISIBLE_TEXT,
    description: NAME,
    example: 'Portal',
  })
  @IsOptional()
  @Satisfies(findNameViolation)
  name?: string | null;

  @ApiPropertyOptional({ ...WEB_URL, description: LOGO, example: 'https://www.example.com/portal.svg' })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  logoUri?: string | null;

  @ApiPropertyOptional({ ...WEB_URL, description: HOME, example: 'https://www.example.com/portal' })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  clientUri?: string | null;

  @ApiPropertyOptional({ ...WEB_URL, description: POLICY, example: 'https://www.example.com/privacy' })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  policyUri?: string | null;

  @ApiPropertyOptional({ ...WEB_URL, description: TERMS, example: 'https://www.example.com/terms' })
  @IsOptional()
  @Satisfies(findWebUrlViolation)
  tosUri?: string | null;
}

export class ClientPresentationResponse {
  @Expose()
  @ApiProperty({ type: String, nullable: true, description: NAME })
  name!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: LOGO })
  logoUri!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: HOME })
  clientUri!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: POLICY })
  policyUri!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: TERMS })
  tosUri!: string | null;
}
