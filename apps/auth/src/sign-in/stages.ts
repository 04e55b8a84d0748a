import { Injectable } from '@nestjs/common';
import type { Policy } from '@latchkey/oauth';
import { FederatedLoginRepository } from '@latchkey/persistence';
import { assuranceOf, requiredAcr, type Acr, type Method } from '../assurance/assurance.js';
import { Methods } from '../method/methods.js';
import { SignInProgress, type ShownProgress } from '../progress/sign-in-progress.js';
import { Interactions } from '../provider/interactions.js';
import { isMeant } from '../provider/meant-users.js';
import { enrolledOf, nextStep, worthOffering, type Enrollable, type Enrolled, type Step } from './next-step.js';
import { essentialAcrValues, wishedAcrValues } from './requested-acr.js';
import { resumedMethods, signedInSince } from './resumed-methods.js';
import { SignInLog } from './sign-in-log.js';
import { rememberEnd, type SignInVisit } from './visit.js';

/** Where somebody stands within a sign-in. */
export interface Stage {
  /** Null: nobody has shown anything. */
  shown: ShownProgress | null;
  step: Step;
  /** What is worth offering to somebody who came by a link and has no passkey. */
  offer: Enrollable[];
}

const LINKS: readonly Method[] = ['email-link', 'text-link', 'link'];
const BEGINNING: Stage = { shown: null, step: { kind: 'sign-in' }, offer: [] };

/** Takes people from one step of their sign-in to the next. */
@Injectable()
export class Stages {
  constructor(
    private readonly progress: SignInProgress,
    private readonly methods: Methods,
    private readonly interactions: Interactions,
    private readonly log: SignInLog,
    private readonly logins: FederatedLoginRepository,
  ) {}

  async of(visit: SignInVisit): Promise<Stage> {
    const shown = (await this.progress.find(visit.domain, visit.interaction.uid)) ?? (await this.resume(visit));
    if (!shown) return BEGINNING;
    // The request is about somebody else: there is no more to ask, it has failed.
    if (!isMeant(visit.interaction.params, shown.sub)) return { shown, step: { kind: 'done' }, offer: [] };
    const enrolled = enrolledOf(await this.methods.of(visit.domain, shown.sub));
    const cameByLink = shown.methods.some((method) => LINKS.includes(method)) && signedInSince(visit.interaction, shown) === undefined;
    return { shown, step: stepOf(visit, shown, enrolled), offer: cameByLink ? worthOffering(shown.methods, enrolled) : [] };
  }

  /** Takes note that somebody was verified. @returns false if they may not sign in */
  async advance({ domain, interaction }: SignInVisit, sub: string, method: Method): Promise<boolean> {
    return (await this.progress.add(domain, interaction.uid, { sub, method })) !== null;
  }

  /** Ends the sign-in, and goes on with the authorization request. @returns false if it was ended already, or too little was shown */
  async finish(visit: SignInVisit): Promise<boolean> {
    if ((await this.of(visit)).step.kind !== 'done') return false;
    const taken = await this.progress.take(visit.domain, visit.interaction.uid);
    if (!taken) return false;
    const { sub, methods, epoch, federation } = taken;
    const login = federation === null ? null : await this.logins.find({ domainId: visit.domain.id, uid: federation });
    // The provider has taken its word back at this very moment.
    if (federation !== null && !login) return false;
    const authTime = signedInSince(visit.interaction, taken);
    const operation = isMeant(visit.interaction.params, sub) ? 'user.sign-in' : 'user.sign-in-failed';
    if (authTime === undefined) await this.log.record(visit, { operation, sub, methods, identityProvider: login?.provider ?? null });
    rememberEnd(visit);
    const how = { ...assuranceOf(methods), ...(authTime !== undefined && { authTime }), ...(federation !== null && { federation }) };
    await this.interactions.finishLogin(visit, { sub, epoch, ...how });
    return true;
  }

  /** Forgets what somebody has shown: it leads nowhere. */
  async giveUp({ domain, interaction }: SignInVisit): Promise<void> {
    await this.progress.take(domain, interaction.uid);
  }

  /** Where only more is asked for than somebody has shown before, what was shown before counts. */
  private async resume({ domain, interaction }: SignInVisit): Promise<ShownProgress | null> {
    let shown: ShownProgress | null = null;
    for (const method of resumedMethods(interaction)) {
      shown = await this.progress.add(domain, interaction.uid, { sub: interaction.session!.sub, method });
    }
    return shown;
  }
}

/** The least class that the request and its client insist on. */
export function requiredOf({ interaction }: Pick<SignInVisit, 'interaction'>): Acr {
  const policies = (interaction.client.policies ?? []) as Policy[];
  return requiredAcr({ policies, acrValues: essentialAcrValues(interaction.params) });
}

/** What is wished for is asked of those who have it, and of nobody else. */
function stepOf({ interaction }: SignInVisit, shown: ShownProgress, enrolled: Enrolled): Step {
  const insisted = nextStep(shown, requiredOf({ interaction }), enrolled);
  if (insisted.kind !== 'done') return insisted;
  const wished = nextStep(shown, requiredAcr({ policies: [], acrValues: wishedAcrValues(interaction.params) }), enrolled);
  return wished.kind === 'second-step' ? wished : insisted;
}
