import { ApiPropertyOptional } from '@nestjs/swagger';
import { SECOND_FACTORS, SIGN_UPS, type SecondFactor, type SignUpPolicy } from '@latchkey/persistence';
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

  @Expose()
  @ApiPropertyOptional({
    type: String,
    enum: SIGN_UPS,
    default: 'Off',
    description:
      'Who may create an account: only whom an operator or an application adds, also people whom an operator invites by mail, or everybody with a mail address. A response has it only if it is not Off.',
  })
  @ValidateIf((_request, value) => value !== undefined)
  @IsIn(SIGN_UPS, { message: `must be one of ${SIGN_UPS.join(', ')}` })
  signUp?: SignUpPolicy;
}

export class SignInResponse extends SignInRequest {
  declare secondFactor: SecondFactor;
}
