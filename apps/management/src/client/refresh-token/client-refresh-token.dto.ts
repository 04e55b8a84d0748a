import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { Satisfies } from '../../http/validators.js';

const MAX_LEEWAY_SECONDS = 60;
const LEEWAY = {
  type: 'integer',
  minimum: 0,
  maximum: MAX_LEEWAY_SECONDS,
  description: 'For how many seconds after its rotation the client may use a refresh token again, and gets another successor.',
} as const;

/** How the refresh tokens of a client behave. */
export class ClientRefreshTokenRequest {
  @ApiProperty(LEEWAY)
  @Satisfies(findLeewayViolation)
  leewaySeconds!: number;
}

export class ClientRefreshTokenResponse {
  @Expose()
  @ApiProperty(LEEWAY)
  leewaySeconds!: number;
}

function findLeewayViolation(value: unknown): string | null {
  const isLeeway = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_LEEWAY_SECONDS;
  return isLeeway ? null : `must be a whole number of seconds from 0 to ${MAX_LEEWAY_SECONDS}`;
}
