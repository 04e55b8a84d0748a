import { Injectable } from '@nestjs/common';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import {
  FederationRequestRepository,
  ServedIdentityProviderRepository,
  type NewFederationRequest,
  type ServedIdentityProvider,
} from '@latchkey/persistence';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { upstreamAcrValues, type AskedClasses } from '../assurance/upstream-assurance.js';
import type { Visit } from '../domain/served-domain.js';
import { PendingLimits } from '../domain/pending-limits.js';
import { TooManyPending } from '../domain/too-many-pending.js';
import { failureOf, FederationFailure } from './failure.js';
import { FEDERATION_COOKIE } from './federation-cookie.js';
import { UpstreamClients } from './upstream-clients.js';
import { passedOn, redirectUriOf, scopeOf, secretsOf, understoodPrompts, type PassedOn } from './upstream-request.js';

/** Seconds within which somebody has to come back. */
export const PATIENCE_WITH_PEOPLE = 600;

/** The authorization request for which somebody is sent to a provider. */
export interface SendingOff extends Omit<PassedOn, 'acrValues'> {
  /** The name of the provider. */
  provider: string;
  uid: string;
  clientId: string;
  /** Whether they were sent there before, and have not got in: the provider's page may be somewhere else by now. */
  again: boolean;
  /** The classes that the sign-in must have, or might. */
  classes: AskedClasses;
}

/** Sends people to identity providers. */
@Injectable()
export class FederationRequests {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly requests: FederationRequestRepository,
    private readonly clients: UpstreamClients,
    private readonly limits: PendingLimits,
  ) {}

  /** @returns the address to send the browser to @throws FederationFailure if the provider cannot be asked */
  async begin(visit: Visit, sending: SendingOff): Promise<URL> {
    const provider = await this.providers.find(visit.domain.id, sending.provider);
    if (!provider) throw new FederationFailure('provider-off');
    try {
      return await this.addressFor(visit, provider, sending);
    } catch (error) {
      throw failureOf(error);
    }
  }

  private async addressFor(visit: Visit, provider: ServedIdentityProvider, sending: SendingOff): Promise<URL> {
    const { domain } = visit;
    const client = await this.clients.of(domain, provider, { reload: sending.again });
    const state = randomSecret();
    const mark = FEDERATION_COOKIE.bind(visit, state);
    const secrets = secretsOf(state, mark);
    const { acr_values_supported: classes, prompt_values_supported: known } = client.serverMetadata();
    const acrValues = upstreamAcrValues(sending.classes, classes);
    const prompts = understoodPrompts(sending.prompts, known);
    const { uid, clientId, maxAge } = sending;
    const hashes = { stateHash: hashSecret(secrets.state), browserHash: hashSecret(mark) };
    const request = { domainId: domain.id, ...hashes, provider: provider.name, issuer: provider.issuer, uid, clientId, maxAge };
    await this.store(visit, request);
    return buildAuthorizationUrl(client, {
      redirect_uri: redirectUriOf(domain, provider.name),
      scope: scopeOf(provider.scopes),
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
      ...passedOn({ ...sending, acrValues, prompts }),
    });
  }

  private async store({ request }: Visit, sent: NewFederationRequest): Promise<void> {
    const seconds = await this.limits.secondsToWait({ domainId: sent.domainId, kind: 'federation-request', request });
    if (seconds !== null) throw new TooManyPending(seconds);
    const bounds = { lifetime: PATIENCE_WITH_PEOPLE, limit: this.limits.perDomain('federation-request') };
    if (!(await this.requests.create(sent, bounds))) throw new TooManyPending();
  }
}
