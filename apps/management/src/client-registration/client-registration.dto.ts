import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { DynamicRegistrationSettings, MetadataDocumentSettings } from '@latchkey/persistence';
import { Expose, Type } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { IDENTIFIER_SCHEMA } from '../http/identifier.pipe.js';
import { SatisfiesNested } from '../http/validators.js';
import {
  findDynamicRegistrationViolations,
  findMetadataDocumentsViolations,
  HOST_PATTERN,
  MAX_HOSTS,
  MAX_RESOURCES,
} from './client-registration-rules.js';

const METADATA_DOCUMENTS =
  'Clients whose client_id is the https URL of a document that describes them (OAuth Client ID Metadata Document): public clients with PKCE, which users must always consent to.';
const DYNAMIC_REGISTRATION = 'Clients that register themselves (RFC 7591): public clients.';
const REQUIRE_TOKEN = 'Whether clients need a token from `…/client-registration/token` to register.';
const HOSTS = 'The exact hosts that such a client_id may have; null: any.';
const RESOURCES = {
  items: { ...IDENTIFIER_SCHEMA, not: { enum: [...IDENTIFIER_SCHEMA.not.enum] } },
  maxItems: MAX_RESOURCES,
  uniqueItems: true,
  example: ['orders'],
  description: 'The ids of the resources of the domain that these clients may ask for, with all of their scopes.',
};
const HOST_LIST = {
  items: { type: 'string', pattern: HOST_PATTERN },
  maxItems: MAX_HOSTS,
  uniqueItems: true,
  nullable: true,
  example: ['app.example.com'],
  description: HOSTS,
};

export class MetadataDocumentsBody {
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: false })
  enabled?: boolean | null;

  @ApiPropertyOptional({ type: 'array', default: null, ...HOST_LIST })
  hosts?: string[] | null;

  @ApiPropertyOptional({ type: 'array', nullable: true, default: [], ...RESOURCES })
  resources?: string[] | null;
}

export class DynamicRegistrationBody {
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: false })
  enabled?: boolean | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true, default: false, description: REQUIRE_TOKEN })
  requireInitialAccessToken?: boolean | null;

  @ApiPropertyOptional({ type: 'array', nullable: true, default: [], ...RESOURCES })
  resources?: string[] | null;
}

/** How clients come to the domain without an operator. A property that is absent or null has its default. */
@ApiConstraints()
export class ClientRegistrationRequest {
  @ApiPropertyOptional({ type: MetadataDocumentsBody, nullable: true, description: METADATA_DOCUMENTS })
  @IsOptional()
  @SatisfiesNested(findMetadataDocumentsViolations)
  metadataDocuments?: Partial<MetadataDocumentSettings> | null;

  @ApiPropertyOptional({ type: DynamicRegistrationBody, nullable: true, description: DYNAMIC_REGISTRATION })
  @IsOptional()
  @SatisfiesNested(findDynamicRegistrationViolations)
  dynamicRegistration?: Partial<DynamicRegistrationSettings> | null;
}

export class MetadataDocumentsResponse {
  @Expose()
  @ApiProperty()
  enabled!: boolean;

  @Expose()
  @ApiProperty({ type: 'array', ...HOST_LIST })
  hosts!: string[] | null;

  @Expose()
  @ApiProperty({ type: 'array', ...RESOURCES })
  resources!: string[];
}

export class DynamicRegistrationResponse {
  @Expose()
  @ApiProperty()
  enabled!: boolean;

  @Expose()
  @ApiPropertyOptional({ description: `${REQUIRE_TOKEN} Absent: they do not.` })
  requireInitialAccessToken?: boolean;

  @Expose()
  @ApiProperty({ type: 'array', ...RESOURCES })
  resources!: string[];
}

export class ClientRegistrationResponse {
  @Expose()
  @Type(() => MetadataDocumentsResponse)
  @ApiProperty({ type: MetadataDocumentsResponse, description: METADATA_DOCUMENTS })
  metadataDocuments!: MetadataDocumentsResponse;

  @Expose()
  @Type(() => DynamicRegistrationResponse)
  @ApiProperty({ type: DynamicRegistrationResponse, description: DYNAMIC_REGISTRATION })
  dynamicRegistration!: DynamicRegistrationResponse;
}
