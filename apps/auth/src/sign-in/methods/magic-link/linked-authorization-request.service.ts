import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import { OidcPayloadRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../../../domain/cached-domain.js';
import { isRequestedSubject } from '../../../provider/policy/requested-subject.js';
import { DEVICE_PATHS } from '../../../pages/device-paths.js';
import { getClientName } from '../../../client/client-name.js';
import type { ProviderClient } from '../../../provider/adapters/provider-client.js';
import { ProviderPool } from '../../../provider/provider.pool.js';
import { ALL_AUDIENCES } from '../../../provider/overrides/resource-indicators.js';

/** The authorization request in which the user requested a link. */
export interface LinkedAuthorizationRequest {
  clientId: string;
  /** What people call the client. */
  application: string;
  redirectUri: string | undefined;
  uiLocales: string | undefined;
  /** Whether a device has sent the request (RFC 8628), not the browser. */
  isOfDevice: boolean;
  /** All request parameters: OpenID Connect Core section 3.1.2.1. */
  params: Readonly<Record<string, unknown>>;
}

/** The sign-in by link satisfies these parameters. Repeating them would ask the user to sign in again. */
const SATISFIED_PARAMETER = 'max_age';
const SATISFIED_PROMPTS = new Set(['login', 'select_account', 'create']);

/** Finds the request that a link returns to. The interaction's cookie, not this service, identifies the browser. */
@Injectable()
export class LinkedAuthorizationRequestService {
  constructor(
    private readonly payloads: OidcPayloadRepository,
    private readonly pool: ProviderPool,
  ) {}

  /** @returns null if the interaction has ended */
  async find(domain: CachedDomain, interactionUid: string): Promise<LinkedAuthorizationRequest | null> {
    const stored = await this.payloads.find({ domainId: domain.id, model: 'Interaction', hash: hashSecret(interactionUid) });
    const params = (stored?.['params'] ?? {}) as Record<string, unknown>;
    const clientId = toOptionalString(params['client_id']);
    if (clientId === undefined) return null;
    const client = await this.pool.get(domain).provider.Client.find(clientId);
    return {
      clientId,
      application: client ? getClientName((client as unknown as ProviderClient).record.client) : clientId,
      redirectUri: toOptionalString(params['redirect_uri']),
      uiLocales: toOptionalString(params['ui_locales']),
      isOfDevice: stored?.['deviceCode'] !== undefined,
      params,
    };
  }
}

/**
 * @returns the URL that repeats the request in another browser, where the user has just signed in; for the request of a device, which no
 * browser has sent, the page that asks for its code
 */
export function buildRepeatedRequestUrl(
  { issuer }: Pick<CachedDomain, 'issuer'>,
  { params, isOfDevice }: LinkedAuthorizationRequest,
): string {
  if (isOfDevice) return `${issuer}${DEVICE_PATHS.page}`;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const text of [value].flat()) if (isRepeatableParameter(name, text)) query.append(name, String(text));
  }
  const prompt = (query.get('prompt') ?? '').split(' ').filter((value) => !SATISFIED_PROMPTS.has(value));
  if (prompt.join('') === '') query.delete('prompt');
  else query.set('prompt', prompt.join(' '));
  return `${issuer}/connect/authorize?${query.toString()}`;
}

/** Excludes the placeholder that stands for a missing `resource` parameter. */
function isRepeatableParameter(name: string, value: unknown): boolean {
  return name !== SATISFIED_PARAMETER && value !== ALL_AUDIENCES && ['string', 'number'].includes(typeof value);
}

/** Whether the request permits this user: its `id_token_hint` or `claims` can require another one. */
export function allowsUser({ params }: LinkedAuthorizationRequest, sub: string): boolean {
  return isRequestedSubject(params, sub);
}

/** @returns the URL that repeats the request with `prompt=none`, so that it fails for a user other than the requested one */
export function buildPromptNoneUrl(domain: Pick<CachedDomain, 'issuer'>, { params, ...rest }: LinkedAuthorizationRequest): string {
  return buildRepeatedRequestUrl(domain, { ...rest, params: { ...params, prompt: 'none' } });
}

function toOptionalString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
