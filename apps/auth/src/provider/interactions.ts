import { Injectable } from '@nestjs/common';
import type { ServedClient } from '@latchkey/persistence';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import type { IncomingMessage } from 'node:http';
import type { Visit } from '../domain/served-domain.js';
import { newGrant } from './grants.js';
import { ProviderPool } from './provider.pool.js';
import type { ProviderClient } from './seams.js';
import { asItWas } from './unavailable.js';

/** What stands between an authorization request and its answer: a person who has to sign in, or to consent. */
export interface Interaction {
  uid: string;
  prompt: 'login' | 'consent';
  /** Why, in the words of interaction-policy.ts and of oidc-provider, such as `no_session`, `login_prompt`, `max_age`, `assurance`. */
  reasons: readonly string[];
  /** The parameters of the authorization request: OpenID Connect Core section 3.1.2.1. */
  params: Readonly<Record<string, unknown>>;
  client: ServedClient;
  /** Who is signed in to the domain already. */
  session?: { sub: string; amr: readonly string[]; acr: string | undefined; authTime: number | undefined };
}

/** How somebody has signed in. */
export interface SignedIn {
  sub: string;
  amr: string[];
  acr: string;
  /** The interaction in which a provider has vouched for them; absent: none has. */
  federation?: string;
}

/** A new sign-in makes void what was said before it. */
const SEPARATE = { mergeWithLastSubmission: false };

type StoredInteraction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The authorization requests that wait for a person. Which one a request is about is said by the cookie of `/sign-in/{uid}`. */
@Injectable()
export class Interactions {
  constructor(private readonly pool: ProviderPool) {}

  /** @returns null if there is none: it is over, too old, of another domain or another browser, or its client is gone */
  find(visit: Visit): Promise<Interaction | null> {
    return asItWas(() => this.read(visit));
  }

  /** Goes on with the authorization request: the person has signed in. Answers with a redirect. */
  finishLogin(visit: Visit, { sub, ...how }: SignedIn): Promise<void> {
    return asItWas(async () => {
      await this.endForeignSession(visit, sub);
      await this.finish(visit, { login: { accountId: sub, ...how, ts: Math.floor(Date.now() / 1_000) } });
    });
  }

  /**
   * Goes on with the authorization request: the person has consented to all that it asks for. Answers with a redirect.
   * @throws SessionNotFound if nobody is signed in who could
   */
  finishConsent(visit: Visit): Promise<void> {
    return asItWas(async () => this.finish(visit, { consent: { grantId: await this.grantAll(visit) } }, { mergeWithLastSubmission: true }));
  }

  /** Ends the authorization request with an error, such as `access_denied`: RFC 6749 section 4.1.2.1. Answers with a redirect. */
  abort(visit: Visit, error: string, description = 'the user did not get further'): Promise<void> {
    return asItWas(() => this.finish(visit, { error, error_description: description }));
  }

  private async read(visit: Visit): Promise<Interaction | null> {
    const { provider } = this.pool.get(visit.domain);
    const stored = await load(provider, visit);
    const client = stored && (await provider.Client.find(String(stored.params['client_id'])));
    if (!stored || !client) return null;
    const session = stored.session && (await provider.Session.findByUid(stored.session.uid));
    return {
      uid: stored.uid,
      prompt: stored.prompt.name as Interaction['prompt'],
      reasons: stored.prompt.reasons,
      params: stored.params,
      client: (client as unknown as ProviderClient).record.client,
      ...(session?.accountId && {
        session: { sub: session.accountId, amr: session.amr ?? [], acr: session.acr, authTime: session.loginTs },
      }),
    };
  }

  /** @returns the id of a grant of all that the request asks for */
  private async grantAll(visit: Visit): Promise<string> {
    const { provider } = this.pool.get(visit.domain);
    const { params, session } = await provider.interactionDetails(visit.request, visit.response);
    if (!session) throw new errors.SessionNotFound('nobody is signed in who could consent');
    const { client_id: clientId, scope, resource } = params as { client_id: string; scope?: string; resource?: string | string[] };
    const client = (await provider.Client.find(clientId))!;
    const granted = { accountId: session.accountId, client, scope, resources: [resource ?? []].flat(), sessionUid: session.uid };
    return newGrant(provider, granted).save();
  }

  /** Whoever was signed in before is signed out, with what ends with their session: oidc-provider would send them through a page. */
  private async endForeignSession({ request, response, domain }: Visit, sub: string): Promise<void> {
    const { provider } = this.pool.get(domain);
    const session = await provider.Session.get(provider.createContext(request, response) as never);
    if (!session.accountId || session.accountId === sub) return;
    const stored = await provider.interactionDetails(request, response);
    stored.session = undefined as never;
    await stored.persist();
    await session.destroy();
  }

  private finish({ request, response, domain }: Visit, result: InteractionResults, options = SEPARATE): Promise<void> {
    return this.pool.get(domain).provider.interactionFinished(request, response, result, options);
  }
}

async function load(provider: Provider, visit: Visit): Promise<StoredInteraction | null> {
  const stored = await provider.interactionDetails(visit.request, visit.response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return withoutItsSession(provider, visit);
    throw error;
  });
  return stored && isAddressedBy(visit.request, stored.uid) ? stored : null;
}

/** The session in which somebody was to sign in again may have ended meanwhile: then they are to sign in, no more. */
async function withoutItsSession(provider: Provider, { request, response }: Visit): Promise<StoredInteraction | null> {
  const { cookies } = provider.createContext(request, response);
  const id = cookies.get(provider.cookieName('interaction'), { signed: true });
  const stored = id === undefined ? undefined : await provider.Interaction.find(id);
  if (!stored?.session || stored.prompt.name !== 'login' || (await provider.Session.findByUid(stored.session.uid))) return null;
  stored.session = undefined as never;
  await stored.persist();
  return stored;
}

/** The cookie's path says so already; a page must not show one request under the address of another all the same. */
function isAddressedBy({ url = '' }: IncomingMessage, uid: string): boolean {
  return url.split(/[/?]/, 3)[2] === uid;
}
