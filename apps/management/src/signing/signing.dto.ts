import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '@latchkey/crypto';
import { Expose } from 'class-transformer';
import { IsOptional, ValidateIf } from 'class-validator';
import { IsOneOf } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';

const DESCRIPTIONS = { idToken: 'The alg of ID tokens and logout tokens.', accessToken: 'The alg of access tokens.' };
const OF_DOMAIN = 'null: that of the domain.';

/** The property may be absent, but not null. */
const CanBeAbsent = (): PropertyDecorator => ValidateIf((_request, value) => value !== undefined);

/** The algorithms that sign a domain's tokens: RFC 7518 section 3.1, RFC 8037. Absent properties have their defaults. */
@ApiConstraints()
export class DomainSigningRequest {
  @ApiPropertyOptional({ default: 'RS256', description: DESCRIPTIONS.idToken })
  @CanBeAbsent()
  @IsOneOf(SIGNING_ALGORITHMS)
  idToken?: SigningAlgorithm;

  @ApiPropertyOptional({ default: 'ES256', description: DESCRIPTIONS.accessToken })
  @CanBeAbsent()
  @IsOneOf(SIGNING_ALGORITHMS)
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

/** The algorithms that sign a client's tokens. If one is absent or null, the domain's is used. */
@ApiConstraints()
export class ClientSigningRequest {
  @ApiPropertyOptional({ nullable: true, description: `${DESCRIPTIONS.idToken} ${OF_DOMAIN}` })
  @IsOptional()
  @IsOneOf(SIGNING_ALGORITHMS)
  idToken?: SigningAlgorithm | null;

  @ApiPropertyOptional({ nullable: true, description: `${DESCRIPTIONS.accessToken} ${OF_DOMAIN}` })
  @IsOptional()
  @IsOneOf(SIGNING_ALGORITHMS)
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
