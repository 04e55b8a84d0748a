import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '@latchkey/crypto';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { Satisfies } from '../http/validators.js';

const DESCRIPTIONS = { idToken: 'The alg of ID tokens and logout tokens.', accessToken: 'The alg of access tokens.' };
const OF_DOMAIN = 'null: that of the domain.';

function findAlgorithmFault(value: unknown): string | null {
  return SIGNING_ALGORITHMS.includes(value as SigningAlgorithm) ? null : `must be one of: ${SIGNING_ALGORITHMS.join(', ')}`;
}

function findOptionalAlgorithmFault(value: unknown): string | null {
  return value === undefined ? null : findAlgorithmFault(value);
}

/** The algorithms that sign a domain's tokens: RFC 7518 section 3.1, RFC 8037. An absent property has its default. */
export class DomainSigningRequest {
  @ApiPropertyOptional({ type: String, enum: SIGNING_ALGORITHMS, default: 'RS256', description: DESCRIPTIONS.idToken })
  @Satisfies(findOptionalAlgorithmFault)
  idToken?: SigningAlgorithm;

  @ApiPropertyOptional({ type: String, enum: SIGNING_ALGORITHMS, default: 'ES256', description: DESCRIPTIONS.accessToken })
  @Satisfies(findOptionalAlgorithmFault)
  accessToken?: SigningAlgorithm;
}

export class DomainSigningResponse {
  @Expose()
  @ApiProperty({ type: String, enum: SIGNING_ALGORITHMS, description: DESCRIPTIONS.idToken })
  idToken!: SigningAlgorithm;

  @Expose()
  @ApiProperty({ type: String, enum: SIGNING_ALGORITHMS, description: DESCRIPTIONS.accessToken })
  accessToken!: SigningAlgorithm;
}

/** The algorithms that sign a client's tokens. Where one is absent or null, that of the domain does. */
export class ClientSigningRequest {
  @ApiPropertyOptional({
    type: String,
    enum: [...SIGNING_ALGORITHMS, null],
    nullable: true,
    description: `${DESCRIPTIONS.idToken} ${OF_DOMAIN}`,
  })
  @IsOptional()
  @Satisfies(findAlgorithmFault)
  idToken?: SigningAlgorithm | null;

  @ApiPropertyOptional({
    type: String,
    enum: [...SIGNING_ALGORITHMS, null],
    nullable: true,
    description: `${DESCRIPTIONS.accessToken} ${OF_DOMAIN}`,
  })
  @IsOptional()
  @Satisfies(findAlgorithmFault)
  accessToken?: SigningAlgorithm | null;
}

export class ClientSigningResponse {
  @Expose()
  @ApiProperty({
    type: String,
    enum: [...SIGNING_ALGORITHMS, null],
    nullable: true,
    description: `${DESCRIPTIONS.idToken} ${OF_DOMAIN}`,
  })
  idToken!: SigningAlgorithm | null;

  @Expose()
  @ApiProperty({
    type: String,
    enum: [...SIGNING_ALGORITHMS, null],
    nullable: true,
    description: `${DESCRIPTIONS.accessToken} ${OF_DOMAIN}`,
  })
  accessToken!: SigningAlgorithm | null;
}
