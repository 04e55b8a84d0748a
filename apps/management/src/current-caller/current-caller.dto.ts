import { ApiProperty } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';

/** `Operator`: an access token. `ApiKey`: a key of the subscription. */
export const CALLER_TYPES = ['Operator', 'ApiKey'] as const;

export class CallerSubscription {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty()
  name!: string;
}

/** Whose API key or access token the request has. */
export class CurrentCallerResponse {
  @Expose()
  @ApiProperty({ enum: CALLER_TYPES, enumName: 'CallerType' })
  type!: (typeof CALLER_TYPES)[number];

  @Expose()
  @ApiProperty({ description: 'The operatorId of an operator, or the id of an API key.' })
  id!: string;

  @Expose()
  @ApiProperty({ description: 'How the log names it.' })
  name!: string;

  @Expose()
  @Type(() => CallerSubscription)
  @ApiProperty({ type: CallerSubscription })
  subscription!: CallerSubscription;

  @Expose()
  @ApiProperty({ type: [String], example: ['client:write'], description: 'What it may do: *, *:read or permissions of operations.' })
  permissions!: string[];

  @Expose()
  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'The names of the domains that it may use; null for all of the subscription.',
  })
  domains!: string[] | null;
}
