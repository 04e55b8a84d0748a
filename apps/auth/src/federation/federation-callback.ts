import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import {
  FederationRequestRepository,
  ServedIdentityProviderRepository,
  type AnsweredFederationRequest,
  type FederationRequestKey,
} from '@latchkey/persistence';
import type { Visit } from '../domain/served-domain.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { FederationFailure } from './failure.js';
import { FEDERATION_COOKIE } from './federation-cookie.js';
import { FederatedSignIns } from './federated-sign-ins.js';
import { FederationRefusals } from './federation-refusals.js';
import { PATIENCE_WITH_PEOPLE } from './federation-requests.js';
import { UpstreamAnswers } from './upstream-answers.js';
import { secretsOf } from './upstream-request.js';

const STATE = /^[\w-]{43}$/;

/** An answer that was waited for. */
interface Awaited {
  /** The name of the provider. */
  name: string;
  query: string;
  state: string;
  mark: string;
  request: AnsweredFederationRequest;
}

/** Takes the answers that people bring back from providers: each once, in the browser that was sent there. */
@Injectable()
export class FederationCallback {
  constructor(
    private readonly requests: FederationRequestRepository,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly answers: UpstreamAnswers,
    private readonly signIns: FederatedSignIns,
    private readonly refusals: FederationRefusals,
  ) {}

  /** @returns where to go on @throws PageRefusal */
  async receive(visit: Visit, name: string): Promise<string> {
    const awaited = await this.take(visit, name);
    const { uid, clientId } = awaited.request;
    try {
      await this.accept(visit, awaited);
    } catch (error) {
      throw await this.refusals.of(visit, error, { provider: name, uid, clientId });
    }
    return `/sign-in/${uid}`;
  }

  private async accept(visit: Visit, { name, query, state, mark, request }: Awaited): Promise<void> {
    const provider = await this.providers.find(visit.domain.id, name);
    if (!provider) throw new FederationFailure('provider-off');
    if (provider.issuer !== request.issuer) throw new FederationFailure('provider-changed');
    const answer = { query, secrets: secretsOf(state, mark), maxAge: ageOf(request) };
    const identity = await this.answers.redeem(visit.domain, provider, answer);
    await this.signIns.accept(visit, request, { provider, identity });
  }

  /** Why nothing waits for an answer: it was given before, or came too late. Of one that is made up nothing is known. */
  private async refusalOf(visit: Visit, key: FederationRequestKey): Promise<PageRefusal> {
    const past = await this.requests.findPast(key);
    if (past && !past.used) return this.refusals.of(visit, new FederationFailure('too-late'), { provider: key.provider, ...past });
    const { id, branding } = visit.domain;
    const provider = past && (await this.providers.findEvenOff(id, key.provider));
    return new PageRefusal('provider-over', 400, branding, past && `/sign-in/${past.uid}`, provider?.displayName);
  }

  /** @throws PageRefusal if nothing waits for it: it is over, of another browser, or made up */
  private async take(visit: Visit, name: string): Promise<Awaited> {
    const { domain, request } = visit;
    const [, query = ''] = (request.url ?? '').split(/\?(.*)/s);
    const states = new URLSearchParams(query).getAll('state');
    const [state = ''] = states;
    const mark = FEDERATION_COOKIE.read(visit, state);
    if (mark === null) throw new PageRefusal('other-browser', 400, domain.branding);
    if (states.length !== 1 || !STATE.test(state)) throw new PageRefusal('provider-over', 400, domain.branding);
    const key = { domainId: domain.id, stateHash: hashSecret(state), browserHash: hashSecret(mark), provider: name };
    const found = await this.requests.consume(key);
    if (!found) throw await this.refusalOf(visit, key);
    FEDERATION_COOKIE.forget(visit, state);
    return { name, query, state, mark, request: found };
  }
}

/** Seconds: how old the sign-in may be by now. What counts is how old it was when they were sent there. */
function ageOf({ maxAge, left }: AnsweredFederationRequest): number | null {
  return maxAge === null ? null : maxAge + PATIENCE_WITH_PEOPLE - left;
}
