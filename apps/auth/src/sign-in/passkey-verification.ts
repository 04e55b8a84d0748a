import { Injectable } from '@nestjs/common';
import { PendingLimits } from '../domain/pending-limits.js';
import { TooManyPending } from '../domain/too-many-pending.js';
import type { InputError } from '../pages/view-models.js';
import { Passkeys } from '../passkey/passkeys.js';
import { jsonIn } from './json-in.js';
import { People } from './people.js';
import { SignInLog } from './sign-in-log.js';
import { Stages } from './stages.js';
import { fieldOf, type SignInVisit } from './visit.js';

/** Verifies passkeys, and takes note of those that are refused. */
@Injectable()
export class PasskeyVerification {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly people: People,
    private readonly stages: Stages,
    private readonly log: SignInLog,
    private readonly limits: PendingLimits,
  ) {}

  /** Options for `navigator.credentials.get`. @throws TooManyPending */
  async options({ domain, request }: SignInVisit): Promise<object> {
    const seconds = await this.limits.secondsToWait({ domainId: domain.id, kind: 'passkey-challenge', request });
    if (seconds !== null) throw new TooManyPending(seconds);
    return this.passkeys.authenticationOptions(domain, null);
  }

  /** @returns whose passkey it is that a form has brought, or what is wrong with it */
  async verify(visit: SignInVisit): Promise<{ sub: string } | { error: InputError }> {
    const credential = jsonIn(fieldOf(visit, 'response'));
    if (credential === undefined) return { error: 'passkey-needs-script' };
    const verified = await this.passkeys.verifyAuthentication(visit.domain, credential, await this.namedBy(visit));
    if (verified !== null && verified !== 'other-account') return verified;
    const { shown } = await this.stages.of(visit);
    await this.log.record(visit, { operation: 'user.sign-in-failed', sub: shown?.sub ?? null, methods: ['passkey'] });
    return { error: verified === null ? 'passkey-failed' : 'passkey-other-account' };
  }

  /**
   * Who is signing in, where the page says so: then nobody else's passkey will do (Web Authentication Level 3 section 7.2, the step about
   * identifying the user). The options name no passkeys all the same: they would tell who has some.
   *
   * @returns null if the page names nobody
   */
  private async namedBy(visit: SignInVisit): Promise<string | null> {
    const username = fieldOf(visit, 'username');
    return username === '' ? null : this.people.subOf(visit.domain, username);
  }
}
