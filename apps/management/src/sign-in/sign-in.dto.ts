import { ApiPropertyOptional } from '@nestjs/swagger';
import { DEFAULT_EDITABLE_CLAIMS, EDITABLE_CLAIMS, type EditableClaim } from '@latchkey/oauth';
import { SECOND_FACTORS, SIGN_UPS, type SecondFactor, type SignUpPolicy } from '@latchkey/persistence';
import { Expose } from 'class-transformer';
import { IsBoolean, IsIn, ValidateIf } from 'class-validator';
import { HasUniqueItems, IsList, IsOneOf } from '../http/validators.js';

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

  @Expose()
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', enum: [...EDITABLE_CLAIMS] },
    uniqueItems: true,
    example: ['name', 'locale', 'zoneinfo'],
    description: `The attributes that people may change on their account page. Without it: ${DEFAULT_EDITABLE_CLAIMS.join(', ')}. An empty list: none.`,
  })
  @ValidateIf((_request, value) => value !== undefined)
  @IsList()
  @HasUniqueItems({ message: 'must not repeat an attribute' })
  @IsOneOf(EDITABLE_CLAIMS, { each: true })
  editableAttributes?: EditableClaim[];
}

export class SignInResponse extends SignInRequest {
  declare secondFactor: SecondFactor;
}
