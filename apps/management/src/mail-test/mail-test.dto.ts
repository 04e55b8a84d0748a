import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MESSAGE_LANGUAGES, type MessageLanguage } from '@latchkey/message';
import { findEmailAddressViolation } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { Satisfies } from '../http/validators.js';

/** `Accepted`: by the mail server, which may still fail to deliver it. `Refused`: for good. `Failed`: for now. */
export const MAIL_TEST_OUTCOMES = ['Accepted', 'Refused', 'Failed', 'NotConfigured'] as const;
export type MailTestOutcome = (typeof MAIL_TEST_OUTCOMES)[number];

export class MailTestRequest {
  @ApiProperty({ format: 'email', example: 'you@example.com', description: 'Who gets the mail.' })
  @Satisfies(findEmailAddressViolation)
  to!: string;

  @ApiPropertyOptional({ type: String, enum: [...MESSAGE_LANGUAGES, null], nullable: true, description: 'Default: en.' })
  @IsOptional()
  @IsIn(MESSAGE_LANGUAGES, { message: `must be one of ${MESSAGE_LANGUAGES.join(', ')}` })
  language?: MessageLanguage | null;
}

export class MailTestResponse {
  @Expose()
  @ApiProperty({ enum: MAIL_TEST_OUTCOMES, description: 'What the mail server answered. An accepted mail can still be lost on its way.' })
  outcome!: MailTestOutcome;

  @Expose()
  @ApiProperty({
    example: 'The mail server refused the recipient or the mail (smtp 550).',
    description: 'The outcome in words, and what to do.',
  })
  detail!: string;

  @Expose()
  @ApiProperty({ example: 'Acme <no-reply@acme.example>', description: 'Who the mail came from.' })
  from!: string;
}
