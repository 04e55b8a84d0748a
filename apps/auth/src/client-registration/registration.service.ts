import { Injectable } from '@nestjs/common';
import { findSecret, hashSecret, hashText, randomId, randomSecret } from '@latchkey/crypto';
import type { AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import {
  AuditLogRepository,
  Database,
  InitialAccessTokenRepository,
  QuotaExceededError,
  RegisteredClientRepository,
  type NewRegisteredClient,
  type StoredRegistration,
} from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';
import { RegistrationError } from './registration.error.js';

/** A request to register a client: RFC 7591 section 3. */
export interface NewRegistrationRequest {
  domain: CachedDomain;
  /** The initial access token; null without one. */
  token: string | null;
  requestId: string;
}

/** A request of a client about its own registration: RFC 7592 section 2. Its token is the registration access token. */
export interface RegistrationRequest extends NewRegistrationRequest {
  clientId: string;
}

/** A registration and its token, in plain text. */
export interface Registration {
  client: StoredRegistration['client'];
  token: string;
}

/** The clients of a domain that registered themselves and got no token yet. Those are removed after a day. */
const MAX_UNUSED = 1_000;
const WAIT_SECONDS = 3_600;
const CREATED = ['clientType', 'grantType', 'scope', 'redirectUris', 'policies', 'allowedOrigins'];

/** Registers clients by their own request, and lets them read, replace and remove their registration: RFC 7591, RFC 7592. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: Database,
    private readonly clients: RegisteredClientRepository,
    private readonly tokens: InitialAccessTokenRepository,
    private readonly log: AuditLogRepository,
  ) {}

  /** Requires a valid initial access token where the domain does. Locks nothing, since anyone can ask. @throws RegistrationError invalid_token */
  async authorize({ domain, token }: NewRegistrationRequest): Promise<void> {
    if (!requiresToken(domain)) return;
    // control: a client registers with a token where the domain requires one
    if (token === null || !(await this.tokens.isValid(domain.id, hashSecret(token)))) throw createInitialTokenError();
  }

  /** @throws RegistrationError invalid_token, access_denied, temporarily_unavailable */
  async register({ domain, token, requestId }: NewRegistrationRequest, client: NewRegisteredClient): Promise<Registration> {
    const request = { domain, clientId: randomId(), token: randomSecret(), requestId };
    const key = toKey(request);
    return this.change(request, async () => {
      if (requiresToken(domain)) await this.useToken(request, token);
      // control: a domain has a limited number of unused registered clients
      if ((await this.clients.countUnused(domain.id)) >= MAX_UNUSED) throw createUnusedError();
      await this.clients.create(key, hashSecret(request.token), client);
      await this.record(request, { type: 'client.created', data: { changed: CREATED } });
      return { client: (await this.clients.lock(key))!.client, token: request.token };
    }).catch((error: unknown) => {
      throw error instanceof QuotaExceededError ? createQuotaError() : error;
    });
  }

  /** Locks nothing, since anyone can ask. @throws RegistrationError invalid_token */
  async read(request: RegistrationRequest): Promise<Registration> {
    return authenticate(request, await this.clients.find(toKey(request)));
  }

  /** Replaces the metadata: RFC 7592 section 2.2. @throws RegistrationError invalid_token */
  async replace(request: RegistrationRequest, client: NewRegisteredClient): Promise<Registration> {
    await this.read(request);
    const key = toKey(request);
    return this.change(request, async () => {
      const { client: before } = authenticate(request, await this.clients.lock(key));
      const changed = (['redirectUris', 'allowedOrigins'] as const).filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(client.configuration[name]),
      );
      await this.clients.replace(before, client);
      if (changed.length > 0) await this.record(request, { type: 'client.updated', data: { changed } });
      return authenticate(request, await this.clients.lock(key));
    });
  }

  /** Removes the client and everything issued to it: RFC 7592 section 2.3. @throws RegistrationError invalid_token */
  async delete(request: RegistrationRequest): Promise<void> {
    await this.read(request);
    await this.change(request, async () => {
      authenticate(request, await this.clients.lock(toKey(request)));
      await this.clients.delete(toKey(request));
      await this.record(request, { type: 'client.deleted' });
    });
  }

  /** Counts a use of the initial access token. @throws RegistrationError invalid_token if it has meanwhile been used up */
  private async useToken(request: RegistrationRequest, token: string | null): Promise<void> {
    // control: an initial access token registers a limited number of clients
    const used = token === null ? null : await this.tokens.use(request.domain.id, hashSecret(token));
    if (!used) throw createInitialTokenError();
    await this.record(request, { type: 'initial_access_token.used', data: { initialAccessToken: used.id, name: used.name } });
  }

  private change<Result>({ domain }: Pick<RegistrationRequest, 'domain'>, work: () => Promise<Result>): Promise<Result> {
    return this.database.transaction(async () => {
      if (!(await this.clients.lockDomain(domain.id))) throw createTokenError();
      return work();
    });
  }

  private async record({ domain, clientId, requestId }: RegistrationRequest, event: AuditEvent): Promise<void> {
    const actor = { type: 'service', id: null, name: null } as const;
    await this.log.create({ ...event, client: clientId, domainId: domain.id, actor, requestId, traceId: getCurrentTraceId() });
  }
}

function requiresToken({ clientRegistration }: CachedDomain): boolean {
  return clientRegistration.dynamicRegistration.requireInitialAccessToken === true;
}

function toKey({ domain, clientId }: RegistrationRequest): Pick<StoredRegistration['client'], 'domainId' | 'clientId'> {
  return { domainId: domain.id, clientId };
}

/** @throws RegistrationError invalid_token */
function authenticate({ token }: RegistrationRequest, found: StoredRegistration | null): Registration {
  // control: a registration is managed with its own token
  const isOwn = found && token !== null && findSecret(token, [{ hash: hashText(found.tokenHash) }]) !== undefined;
  if (!found?.client.active || !isOwn) throw createTokenError();
  return { client: found.client, token };
}

/** The same for each cause, so that it does not tell which clients exist: RFC 7592 section 2. */
function createTokenError(): RegistrationError {
  const description = 'Send the registration_access_token of this client as a Bearer token. If the client was removed, register again.';
  return new RegistrationError('invalid_token', description, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
}

/** The same for each cause: RFC 6750 section 3.1. */
function createInitialTokenError(): RegistrationError {
  const description =
    'Send a valid initial access token as a Bearer token. It can expire, be deleted or be used up: ask the operator of this server for another.';
  return new RegistrationError('invalid_token', description, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
}

function createUnusedError(): RegistrationError {
  const description = `There are ${MAX_UNUSED} registered clients without a token. Use the client_id that you have, or try again in an hour.`;
  return new RegistrationError('temporarily_unavailable', description, { 'Retry-After': String(WAIT_SECONDS) });
}

function createQuotaError(): RegistrationError {
  return new RegistrationError('access_denied', 'The server has as many clients as it may have. Ask its operator to remove some.');
}
