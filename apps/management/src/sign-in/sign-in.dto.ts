import { ApiPropertyOptional } from '@nestjs/swagger';
import { SECOND_FACTORS, type SecondFactor } from '@latchkey/persistence';
import { Expose } from 'class-transformer';
import { IsBoolean, IsIn, ValidateIf } from 'class-validator';

/** How users of a domain sign in. An absent property has its default. */
export class SignInRequest {
  @Expose()
  @ApiPropertyOptional({
    type: String,
    enum: SECOND_FACTORS,
    default: 'AsClientsAsk',
    description:
      'When the passkey or authenticator app that a user has set up is asked for after a link: only if the client or the request asks, or always.',
  })
  @ValidateIf((_request, value) => value !== undefined)
  @IsIn(SECOND_FACTORS, { message: `must be one of ${SECOND_FACTORS.join(', ')}` })
  secondFactor?: SecondFactor;

  @Expose()
  @ApiPropertyOptional({
    type: Boolean,
    default: true,
    description: 'Whether people may delete their own accounts on their account page. A response has it only if it is false.',
  })
  @ValidateIf((_request, value) => value !== undefined)
  @IsBoolean({ message: 'must be true or false' })
  accountDeletion?: boolean;
}

export class SignInResponse extends SignInRequest {
  declare secondFactor: SecondFactor;
}
