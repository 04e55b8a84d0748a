import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsIntegerBetween } from '../../http/validators.js';
import { ApiConstraints } from '../../http/api-constraints.js';

/** A client's refresh token settings. */
@ApiConstraints()
export class ClientRefreshTokenRequest {
  @Expose()
  @ApiProperty({
    description: 'Seconds after its rotation in which the client may use a refresh token again and get another successor.',
  })
  @IsIntegerBetween(0, 60, 'whole number of seconds')
  leewaySeconds!: number;
}

export class ClientRefreshTokenResponse extends ClientRefreshTokenRequest {}
