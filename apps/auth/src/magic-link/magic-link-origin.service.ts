import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import { OidcPayloadRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';
import { isRequestedSubject } from '../provider/interaction/requested-subject.js';
import { ALL_AUDIENCES } from '../provider/tokens/resource-indicators.js';

/** The authorization request in which a link was asked for. */
export interface MagicLinkOrigin {
  clientId: string;
  redirectUri: string | undefined;
  uiLocales: string | undefined;
  /** All its parameters: OpenID Connect Core section 3.1.2.1. */
  params: Readonly<Record<string, unknown>>;
}

/** Whoever has just signed in has done what these ask for, and must not be asked again. */
const SATISFIED_PARAMETER = 'max_age';
const SATISFIED_PROMPTS = new Set(['login', 'select_account']);

/** Finds out where links lead back to. It says nothing about which browser that is: the interaction's cookie does. */
@Injectable()
export class MagicLinkOriginService {
  constructor(private readonly payloads: OidcPayloadRepository) {}

  /** @returns null if the request is over */
  async find(domain: Pick<CachedDomain, 'id'>, interactionUid: string): Promise<MagicLinkOrigin | null> {
    const stored = await this.payloads.find({ domainId: domain.id, model: 'Interaction', hash: hashSecret(interactionUid) });
    const params = (stored?.['params'] ?? {}) as Record<string, unknown>;
    const clientId = toOptionalString(params['client_id']);
    return clientId === undefined
      ? null
      : { clientId, redirectUri: toOptionalString(params['redirect_uri']), uiLocales: toOptionalString(params['ui_locales']), params };
  }
}

/** Where the same request is made anew by another browser, in which its user has just signed in. */
export function buildRepeatedRequestUrl({ issuer }: Pick<CachedDomain, 'issuer'>, { params }: MagicLinkOrigin): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const text of [value].flat()) if (isRepeatableParameter(name, text)) query.append(name, String(text));
  }
  const prompt = (query.get('prompt') ?? '').split(' ').filter((value) => !SATISFIED_PROMPTS.has(value));
  if (prompt.join('') === '') query.delete('prompt');
  else query.set('prompt', prompt.join(' '));
  return `${issuer}/connect/authorize?${query.toString()}`;
}

/** What was put there by ourselves stands for what was not asked for. */
function isRepeatableParameter(name: string, value: unknown): boolean {
  return name !== SATISFIED_PARAMETER && value !== ALL_AUDIENCES && ['string', 'number'].includes(typeof value);
}

/** Whether it may be answered for a user: it may be about somebody else. */
export function allowsUser({ params }: MagicLinkOrigin, sub: string): boolean {
  return isRequestedSubject(params, sub);
}

/** Where the same request fails by another browser, in which its user is not the one whom it is about. */
export function buildPromptNoneUrl(domain: Pick<CachedDomain, 'issuer'>, { params, ...origin }: MagicLinkOrigin): string {
  return buildRepeatedRequestUrl(domain, { ...origin, params: { ...params, prompt: 'none' } });
}

function toOptionalString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
