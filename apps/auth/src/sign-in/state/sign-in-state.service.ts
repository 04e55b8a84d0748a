import { Injectable } from '@nestjs/common';
import type { Policy } from '@latchkey/oauth';
import { FederatedLoginRepository } from '@latchkey/persistence';
import { AUTHENTICATOR_ACR, getAssurance, getHigherAcr, computeRequiredAcr, type Acr, type Method } from '../../assurance/assurance.js';
import { AuthenticationMethodService } from '../../authentication-method/authentication-method.service.js';
import { getRequestContext } from '../../authentication-method/request-context.js';
import { CompletedFactorsService, type CompletedFactors } from '../../completed-factors/completed-factors.service.js';
import { InteractionService } from '../../authorization/interaction.service.js';
import { rememberMethod } from './remembered-method.cookie.js';
import { isRequestedSubject } from '../../provider/policy/requested-subject.js';
import {
  toEnrolledMethods,
  determineNextStep,
  listOfferedEnrolments,
  type Enrollable,
  type EnrolledMethods,
  type Step,
} from './next-step.js';
import { parseEssentialAcrValues, parseVoluntaryAcrValues } from './requested-acr.js';
import { listSessionMethods, getSessionAuthTime } from './session-methods.js';
import { SignInAuditLogService, type SignInAttempt } from './sign-in-audit-log.service.js';
import { markSignInEnded, type SignInContext } from '../context/sign-in-context.js';

/** The state of a sign-in. */
export interface SignInState {
  /** Null before the user has completed a factor. */
  completedFactors: CompletedFactors | null;
  step: Step;
  /** Methods to offer to a user who signed in with a magic link and has no passkey. */
  offeredEnrolments: Enrollable[];
}

const LINK_METHODS: readonly Method[] = ['email-link', 'text-link', 'link'];
const INITIAL_STATE: SignInState = { completedFactors: null, step: { kind: 'sign-in' }, offeredEnrolments: [] };

/** Determines the steps of a sign-in and finishes it. */
@Injectable()
export class SignInStateService {
  constructor(
    private readonly completedFactors: CompletedFactorsService,
    private readonly methods: AuthenticationMethodService,
    private readonly interactions: InteractionService,
    private readonly log: SignInAuditLogService,
    private readonly federatedLogins: FederatedLoginRepository,
  ) {}

  async resolve(requestContext: SignInContext): Promise<SignInState> {
    const completedFactors =
      (await this.completedFactors.find(requestContext.domain, requestContext.interaction.uid)) ??
      (await this.restoreSessionFactors(requestContext));
    if (!completedFactors) return INITIAL_STATE;
    // A different user than the requested one has signed in. The request fails without further steps.
    if (!isRequestedSubject(requestContext.interaction.params, completedFactors.sub))
      return { completedFactors, step: { kind: 'done' }, offeredEnrolments: [] };
    const enrolled = toEnrolledMethods(await this.methods.summarize(requestContext.domain, completedFactors.sub));
    const isLinkSignIn =
      completedFactors.methods.some((method) => LINK_METHODS.includes(method)) &&
      getSessionAuthTime(requestContext.interaction, completedFactors) === undefined;
    return {
      completedFactors,
      step: resolveStep(requestContext, completedFactors, enrolled),
      offeredEnrolments: isLinkSignIn ? listOfferedEnrolments(completedFactors.methods, enrolled) : [],
    };
  }

  /** Records a completed factor. @returns false if the user may not sign in */
  async addCompletedFactor({ domain, interaction }: SignInContext, sub: string, method: Method): Promise<boolean> {
    return (await this.completedFactors.add(domain, interaction.uid, { sub, method })) !== null;
  }

  /** Ends the sign-in and resumes the authorization request. @returns false if it has already ended, or a step is missing */
  async finish(requestContext: SignInContext): Promise<boolean> {
    if ((await this.resolve(requestContext)).step.kind !== 'done') return false;
    const consumed = await this.completedFactors.consume(requestContext.domain, requestContext.interaction.uid);
    if (!consumed) return false;
    const { sub, methods, epoch, federation } = consumed;
    const login = federation === null ? null : await this.federatedLogins.find({ domainId: requestContext.domain.id, uid: federation });
    // A back-channel logout has just revoked the sign-in at the identity provider.
    if (federation !== null && !login) return false;
    const authTime = getSessionAuthTime(requestContext.interaction, consumed);
    const { acr, amr } = getAssurance(methods);
    if (authTime === undefined) await this.logSignIn(requestContext, { sub, methods, identityProvider: login?.provider ?? null }, acr);
    markSignInEnded(requestContext);
    rememberMethod(requestContext, methods, login?.provider ?? null);
    const assurance = { acr, amr, ...(authTime !== undefined && { authTime }), ...(federation !== null && { federation }) };
    const { clientAddress: address, country } = getRequestContext();
    await this.interactions.finishLogin(requestContext, { sub, epoch, ...assurance, address, country });
    return true;
  }

  private async logSignIn(requestContext: SignInContext, attempt: SignInAttempt & { sub: string }, acr: Acr): Promise<void> {
    const isRequested = isRequestedSubject(requestContext.interaction.params, attempt.sub);
    if (!isRequested) return this.log.recordFailure(requestContext, { ...attempt, reason: 'other-user' });
    await this.log.recordSuccess(requestContext, attempt);
    await this.log.recordAssurance(requestContext, { sub: attempt.sub, acr });
  }

  /** Discards the completed factors, because they cannot complete this sign-in. */
  async discardCompletedFactors({ domain, interaction }: SignInContext): Promise<void> {
    await this.completedFactors.consume(domain, interaction.uid);
  }

  /** Restores the factors of the session if the request requires only a step-up. */
  private async restoreSessionFactors({ domain, interaction }: SignInContext): Promise<CompletedFactors | null> {
    let completedFactors: CompletedFactors | null = null;
    for (const method of listSessionMethods(interaction)) {
      completedFactors = await this.completedFactors.add(domain, interaction.uid, { sub: interaction.session!.sub, method });
    }
    return completedFactors;
  }
}

/** Computes the minimum `acr` that the request and the client require. */
export function getRequiredAcr({ interaction }: Pick<SignInContext, 'interaction'>): Acr {
  const policies = (interaction.client.policies ?? []) as Policy[];
  return computeRequiredAcr({ policies, acrValues: parseEssentialAcrValues(interaction.params) });
}

/** Voluntary `acr_values` apply only to users who can meet them with an existing method. */
function resolveStep({ interaction, domain }: SignInContext, completedFactors: CompletedFactors, enrolled: EnrolledMethods): Step {
  const hasAuthenticator = enrolled.passkeys || enrolled.totp;
  // control: a link alone signs in nobody with an authenticator, where the domain asks for it
  const minAcr = domain.secondFactor === 'Always' && hasAuthenticator ? AUTHENTICATOR_ACR : '0';
  const requiredStep = determineNextStep(completedFactors, getHigherAcr(getRequiredAcr({ interaction }), minAcr), enrolled);
  if (requiredStep.kind !== 'done') return requiredStep;
  const voluntaryStep = determineNextStep(
    completedFactors,
    computeRequiredAcr({ policies: [], acrValues: parseVoluntaryAcrValues(interaction.params) }),
    enrolled,
  );
  return voluntaryStep.kind === 'second-step' ? voluntaryStep : requiredStep;
}
