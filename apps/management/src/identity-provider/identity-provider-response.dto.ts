import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { declareReadOnlyMembers } from '../http/read-only-members.js';
import { IdentityProviderRequest } from './identity-provider.dto.js';

export class IdentityProviderResponse extends OmitType(IdentityProviderRequest, ['clientSecret'] as const) {
  @Expose()
  @ApiProperty({ minLength: 1, maxLength: 64 })
  name!: string;

  @Expose()
  @ApiProperty({ description: 'Whether a client_secret is stored.' })
  hasClientSecret!: boolean;

  @Expose()
  @ApiProperty({ format: 'uri', description: 'The redirect URI to register at the provider.' })
  redirectUri!: string;

  @Expose()
  @ApiProperty({ format: 'uri', description: 'The URL to which users return after signing out at the provider (RP-Initiated Logout).' })
  postLogoutRedirectUri!: string;

  @Expose()
  @ApiProperty({ format: 'uri', description: 'The URL at which the provider reports sign-outs (Back-Channel Logout).' })
  backchannelLogoutUri!: string;

  @Expose()
  @ApiProperty({ format: 'uri', description: "The URL of the domain's public keys, to register at the provider for private_key_jwt." })
  jwksUri!: string;

  @Expose()
  @ApiPropertyOptional({ format: 'uri', description: 'The metadata of the domain, to register at a SAML identity provider.' })
  samlMetadataUri?: string;

  @Expose()
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    description: 'When the certificates of a SAML identity provider expire, in their order.',
  })
  certificatesExpireAt?: string[];

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  updatedAt!: Date;
}

declareReadOnlyMembers(IdentityProviderRequest, IdentityProviderResponse, [
  'name',
  'hasClientSecret',
  'redirectUri',
  'postLogoutRedirectUri',
  'backchannelLogoutUri',
  'jwksUri',
  'samlMetadataUri',
  'certificatesExpireAt',
  'createdAt',
  'updatedAt',
]);
