import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { LogRetentionRequest } from '../audit-log/audit-log-retention.dto.js';
import { BackchannelLogoutRequest } from '../backchannel-logout/backchannel-logout.dto.js';
import { BrandingRequest } from '../branding/branding.dto.js';
import { MailSenderRequest } from '../mail-sender/mail-sender.dto.js';
import { ClientRegistrationRequest } from '../client-registration/client-registration.dto.js';
import { ClientActiveRequest } from '../client/active/client-active.dto.js';
import { CLIENT_AUTHENTICATION_SCHEMA } from '../client/authentication/client-authentication.schema.js';
import { ClientClaimsRequest } from '../client/claims/client-claims.dto.js';
import { UpdateClientRequest } from '../client/client.dto.js';
import { ClientGrantsRequest } from '../client/grants/client-grants.dto.js';
import { ClientPresentationRequest } from '../client/presentation/client-presentation.dto.js';
import { ClientQuotaRequest } from '../client/quota/client-quota.dto.js';
import { ClientRefreshTokenRequest } from '../client/refresh-token/client-refresh-token.dto.js';
import { ClientResourceRequest } from '../client/resource/client-resource.dto.js';
import { PAGE_TEXTS_SCHEMA } from '../page-text/page-text.dto.js';
import { IdentityProviderRequest } from '../identity-provider/identity-provider.dto.js';
import { ResourceRequest } from '../resource/resource.dto.js';
import { ROLE_LIST_SCHEMA } from '../role/role-list.pipe.js';
import { RoleRequest } from '../role/role.dto.js';
import { ScopeRequest } from '../scope/scope.dto.js';
import { SignInRequest } from '../sign-in/sign-in.dto.js';
import { ClientSigningRequest, DomainSigningRequest } from '../signing/signing.dto.js';
import { WebhookRequest } from '../webhook/webhook.dto.js';

type Schema = { $ref: string };

const refer = (type: Function): Schema => ({ $ref: getSchemaPath(type) });
const members = (type: Function, description: string) => ({ type: 'object', additionalProperties: refer(type), description }) as const;

/** A client in the document: the body of its own PUT, and of the PUTs of its parts. A part that is absent or null has its default. */
@ApiExtraModels(ClientResourceRequest)
export class ConfiguredClient extends UpdateClientRequest {
  @ApiPropertyOptional({ type: ClientPresentationRequest, nullable: true })
  presentation?: ClientPresentationRequest | null;

  @ApiPropertyOptional({ ...(CLIENT_AUTHENTICATION_SCHEMA as object), nullable: true })
  authentication?: object | null;

  @ApiPropertyOptional({ type: ClientSigningRequest, nullable: true })
  signing?: ClientSigningRequest | null;

  @ApiPropertyOptional({ type: ClientClaimsRequest, nullable: true })
  claims?: ClientClaimsRequest | null;

  @ApiPropertyOptional({ type: ClientGrantsRequest, nullable: true })
  grants?: ClientGrantsRequest | null;

  @ApiPropertyOptional({ ...members(ClientResourceRequest, 'What the client may ask for, by the ids of resources.'), nullable: true })
  resources?: Record<string, ClientResourceRequest> | null;

  @ApiPropertyOptional({ ...ROLE_LIST_SCHEMA, nullable: true })
  roles?: string[] | null;

  @ApiPropertyOptional({ type: ClientRefreshTokenRequest, nullable: true })
  refreshToken?: ClientRefreshTokenRequest | null;

  @ApiPropertyOptional({ type: ClientQuotaRequest, nullable: true })
  quota?: ClientQuotaRequest | null;

  @ApiPropertyOptional({ type: ClientActiveRequest, nullable: true })
  active?: ClientActiveRequest | null;

  @ApiPropertyOptional({ type: BackchannelLogoutRequest, nullable: true })
  backchannelLogout?: BackchannelLogoutRequest | null;
}

/** The claims that scopes add. An absent list is empty. */
export class ConfiguredScopes {
  @ApiPropertyOptional({ type: [ScopeRequest] })
  accessToken?: ScopeRequest[];

  @ApiPropertyOptional({ type: [ScopeRequest] })
  idToken?: ScopeRequest[];
}

/** The configuration of a domain, without users and secrets. A section that is there is the whole of it; one that is absent stays. */
@ApiExtraModels(ConfiguredClient, ResourceRequest, RoleRequest, IdentityProviderRequest, WebhookRequest)
export class ConfigurationDocument {
  @ApiProperty({ type: 'integer', enum: [1], description: 'The version of the form of this document.' })
  version!: number;

  @ApiPropertyOptional(members(ConfiguredClient, 'The clients by their client_id; at most 20000.'))
  clients?: Record<string, ConfiguredClient>;

  @ApiPropertyOptional({ type: ConfiguredScopes })
  scopes?: ConfiguredScopes;

  @ApiPropertyOptional(members(ResourceRequest, 'The resources by their ids.'))
  resources?: Record<string, ResourceRequest>;

  @ApiPropertyOptional(members(RoleRequest, 'The roles by their names.'))
  roles?: Record<string, RoleRequest>;

  @ApiPropertyOptional(
    members(
      IdentityProviderRequest,
      'The identity providers by their names. clientSecret is never shown; without it the stored one is kept.',
    ),
  )
  providers?: Record<string, IdentityProviderRequest>;

  @ApiPropertyOptional({ type: BrandingRequest })
  branding?: BrandingRequest;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: PAGE_TEXTS_SCHEMA,
    description: "The operator's own texts of the pages, by language.",
  })
  pageTexts?: Record<string, Record<string, string>>;

  @ApiPropertyOptional({ type: MailSenderRequest })
  mailSender?: MailSenderRequest;

  @ApiPropertyOptional(members(WebhookRequest, 'The webhooks by their ids. Another UUID, in lower case, creates a webhook of this id.'))
  webhooks?: Record<string, WebhookRequest>;

  @ApiPropertyOptional({ type: DomainSigningRequest })
  signing?: DomainSigningRequest;

  @ApiPropertyOptional({ type: SignInRequest })
  signIn?: SignInRequest;

  @ApiPropertyOptional({ type: LogRetentionRequest })
  logRetention?: LogRetentionRequest;

  @ApiPropertyOptional({ type: ClientRegistrationRequest })
  clientRegistration?: ClientRegistrationRequest;
}

export class ApplyConfigurationQuery {
  @ApiPropertyOptional({ type: String, enum: ['true', 'false'], description: 'true: only say what would change. Defaults to false.' })
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  dryRun?: string;
}

const ANY_JSON = {
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
  ],
  nullable: true,
};

export class ConfigurationChange {
  @ApiProperty({ description: 'JSON Pointer (RFC 6901) to the member of the document.', example: '/clients/orders/scope' })
  path!: string;

  @ApiProperty({ type: String, enum: ['Add', 'Replace', 'Remove'] })
  action!: string;

  @ApiProperty({ ...ANY_JSON, description: 'The value before; null if there was none, or it is a secret.' })
  from!: unknown;

  @ApiProperty({ ...ANY_JSON, description: 'The value after; null if there is none, or it is a secret.' })
  to!: unknown;
}

export class AppliedConfigurationResponse {
  @ApiProperty({ type: [ConfigurationChange] })
  changes!: ConfigurationChange[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'The secrets of new clients by their ids, and of new webhooks by webhooks/ and their ids. They are shown only in this response.',
  })
  secrets!: Record<string, string>;
}
