import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsBoolean } from 'class-validator';
import { ApiConstraints } from '../../http/api-constraints.js';
import { TRUE_OR_FALSE } from '../../http/validators.js';

/** Whether a client may use its domain. */
@ApiConstraints()
export class ClientActiveRequest {
  @Expose()
  @ApiProperty({
    description: 'false: requests of the client get unauthorized_client, and everything that was issued to it ends for good.',
  })
  @IsBoolean(TRUE_OR_FALSE)
  active!: boolean;
}

export class ClientActiveResponse extends ClientActiveRequest {}
