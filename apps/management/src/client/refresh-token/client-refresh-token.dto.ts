import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsIntegerBetween } from '../../http/validators.js';
import { ApiConstraints } from '../../http/api-constraints.js';

/** How the refresh tokens of a client behave. */
@ApiConstraints()
export class ClientRefreshTokenRequest {
  @Expose()
  @ApiProperty({
    description: 'For how many seconds after its rotation the client may use a refresh token again, and gets another successor.',
  })
  @IsIntegerBetween(0, 60, 'whole number of seconds')
  leewaySeconds!: number;
}

export class ClientRefreshTokenResponse extends ClientRefreshTokenRequest {}
