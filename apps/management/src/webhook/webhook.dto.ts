import { ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { findCallbackUriViolation, MAX_URI_LENGTH } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsBoolean, IsOptional } from 'class-validator';
import { HasOwnPipe } from '../http/request-body.pipe.js';
import { declareReadOnlyMembers } from '../http/read-only-members.js';
import { EachSatisfies, HasUniqueItems, Satisfies, TRUE_OR_FALSE } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { createTextPattern, WEB_REDIRECT_URI } from '../openapi/patterns.js';
import { EVENT_TYPE_FILTERS, findEventTypeViolation } from './event-type.js';

const MAX_EVENT_TYPES = 100;
const TYPES_ONCE = { message: `must have 1 to ${MAX_EVENT_TYPES} different event types` };
const MAX_DESCRIPTION_LENGTH = 200;
const DESCRIPTION = createTextPattern(`{0,${MAX_DESCRIPTION_LENGTH}}`);
const DESCRIPTION_EXPRESSION = new RegExp(DESCRIPTION, 'u');

function findUrlViolation(value: unknown): string | null {
  return findCallbackUriViolation(value)?.replace('https://app.example.com/logout', 'https://app.example.com/webhook') ?? null;
}

function findDescriptionViolation(value: unknown): string | null {
  const isText = typeof value === 'string' && value.isWellFormed() && DESCRIPTION_EXPRESSION.test(value);
  return isText ? null : `must be a text of at most ${MAX_DESCRIPTION_LENGTH} characters without control characters`;
}

/** The configuration of a webhook. A property that is absent or null has its default. */
@HasOwnPipe()
@ApiConstraints()
export class WebhookRequest {
  @ApiProperty({
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: WEB_REDIRECT_URI,
    example: 'https://app.example.com/webhook',
    description: 'The URL to which events are posted. It must use https and a public address; outside production also http://localhost.',
  })
  @Satisfies(findUrlViolation)
  url!: string;

  @ApiPropertyOptional({
    items: { type: 'string', enum: [...EVENT_TYPE_FILTERS] },
    nullable: true,
    default: ['*'],
    example: ['user.*', 'client.created'],
    description: 'The event types to send: names, families such as user.*, or * for all.',
  })
  @IsOptional()
  @ArrayMinSize(1, TYPES_ONCE)
  @ArrayMaxSize(MAX_EVENT_TYPES, TYPES_ONCE)
  @HasUniqueItems(TYPES_ONCE)
  @EachSatisfies(findEventTypeViolation)
  eventTypes?: string[] | null;

  @ApiPropertyOptional({ nullable: true, default: true, description: 'Whether events are sent.' })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  enabled?: boolean | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_DESCRIPTION_LENGTH, pattern: DESCRIPTION, example: 'Billing' })
  @IsOptional()
  @Satisfies(findDescriptionViolation)
  description?: string | null;
}

/** Also accepts what GET adds. */
@HasOwnPipe()
export class ReplaceWebhookRequest extends WebhookRequest {}

export class WebhookResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty({ format: 'uri' })
  url!: string;

  @Expose()
  @ApiProperty({ type: [String] })
  eventTypes!: string[];

  @Expose()
  @ApiProperty()
  enabled!: boolean;

  @Expose()
  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'Why the service disabled the webhook; null otherwise.' })
  disabledReason!: string | null;

  @Expose()
  @ApiProperty({ pattern: '^whpk_[A-Za-z0-9+/]{43}=$', description: 'Verifies the signatures v1a (Ed25519).' })
  publicKey!: string;
}

export class WebhookSecretResponse {
  @Expose()
  @ApiProperty({
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    description: 'Verifies the signatures v1 (HMAC). It is shown only in this response.',
  })
  secret!: string;
}

export class CreatedWebhookResponse extends WebhookResponse {
  @Expose()
  @ApiProperty({
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    description: 'Verifies the signatures v1 (HMAC). It is shown only in this response.',
  })
  secret!: string;
}

declareReadOnlyMembers(ReplaceWebhookRequest, WebhookResponse, ['id', 'disabledReason', 'publicKey']);

/** Documents the path parameter `{webhookId}`. */
export function WebhookIdParameter(): MethodDecorator & ClassDecorator {
  return ApiParam({ name: 'webhookId', schema: { type: 'string' }, description: 'The id of a webhook.' });
}
