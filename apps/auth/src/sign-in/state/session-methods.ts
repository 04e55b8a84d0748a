import { getLocalMethods, type Method } from '../../assurance/assurance.js';
import type { Interaction } from '../../provider/interaction/interaction.service.js';

/** Why somebody who is signed in is asked for more, and for nothing but more: see interaction/interaction-policy.ts. */
const STEP_UP_REASONS: readonly string[] = ['assurance', 'acr'];

/** The methods of the session that count towards this sign-in: none, if whoever asks wants them to be shown anew. */
export function listSessionMethods({ reasons, session }: Pick<Interaction, 'reasons' | 'session'>): Method[] {
  const isStepUp = reasons.length > 0 && reasons.every((reason) => STEP_UP_REASONS.includes(reason));
  return isStepUp && session ? getLocalMethods(session.amr) : [];
}

/** Since when somebody is signed in who has shown nothing that they had not shown before: looking at an offer is no sign-in. */
export function getSessionAuthTime(interaction: Pick<Interaction, 'reasons' | 'session'>, verified: VerifiedUser): number | undefined {
  const sessionMethods = listSessionMethods(interaction);
  const addsNothing = interaction.session?.sub === verified.sub && verified.methods.every((method) => sessionMethods.includes(method));
  return addsNothing ? interaction.session?.authTime : undefined;
}

interface VerifiedUser {
  sub: string;
  methods: readonly Method[];
}
