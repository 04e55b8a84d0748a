import { methodsOf, type Method } from '../assurance/assurance.js';
import type { Interaction } from '../provider/interactions.js';

/** Why somebody who is signed in is asked for more, and for nothing but more: see provider/interaction-policy.ts. */
const STEP_UP: readonly string[] = ['assurance', 'acr'];

/** The methods of the session that count towards this sign-in: none, if whoever asks wants them to be shown anew. */
export function resumedMethods({ reasons, session }: Pick<Interaction, 'reasons' | 'session'>): Method[] {
  const isStepUp = reasons.length > 0 && reasons.every((reason) => STEP_UP.includes(reason));
  return isStepUp && session ? methodsOf(session.amr) : [];
}

/** Since when somebody is signed in who has shown nothing that they had not shown before: looking at an offer is no sign-in. */
export function signedInSince(interaction: Pick<Interaction, 'reasons' | 'session'>, shown: Shown): number | undefined {
  const resumed = resumedMethods(interaction);
  const isSame = interaction.session?.sub === shown.sub && shown.methods.every((method) => resumed.includes(method));
  return isSame ? interaction.session?.authTime : undefined;
}

interface Shown {
  sub: string;
  methods: readonly Method[];
}
