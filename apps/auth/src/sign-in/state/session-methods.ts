import { getLocalMethods, type Method } from '../../assurance/assurance.js';
import type { Interaction } from '../../authorization/interaction.service.js';

/** Prompt reasons that require only a step-up of the session: see interaction/interaction-policy.ts. */
const STEP_UP_REASONS: readonly string[] = ['assurance', 'acr'];

/** Lists the methods of the session that count towards this sign-in; empty if the request requires reauthentication. */
export function listSessionMethods({ reasons, session }: Pick<Interaction, 'reasons' | 'session'>): Method[] {
  const isStepUp = reasons.length > 0 && reasons.every((reason) => STEP_UP_REASONS.includes(reason));
  return isStepUp && session ? getLocalMethods(session.amr) : [];
}

/** @returns the session's authentication time if the user has completed no new factor; dismissing an enrolment offer is not a sign-in */
export function getSessionAuthTime(interaction: Pick<Interaction, 'reasons' | 'session'>, verified: VerifiedUser): number | undefined {
  const sessionMethods = listSessionMethods(interaction);
  const addsNothing = interaction.session?.sub === verified.sub && verified.methods.every((method) => sessionMethods.includes(method));
  return addsNothing ? interaction.session?.authTime : undefined;
}

interface VerifiedUser {
  sub: string;
  methods: readonly Method[];
}
