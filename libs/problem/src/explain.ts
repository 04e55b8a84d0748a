import { PROBLEMS, type ProblemKind } from './catalogue.js';
import { EXPLANATIONS, type Explanation } from './explanations.js';
import { WARNINGS, type WarningKind } from './warnings.js';

/** The body of `/problems/{name}`. */
export interface ExplanationDocument extends Explanation {
  type: string;
  title: string;
  /** Null for a warning, which comes with a success. */
  status: number | null;
}

/** Every kind of problem, then every warning. */
export function listExplanations(): ExplanationDocument[] {
  const problems = (Object.keys(PROBLEMS) as ProblemKind[]).map((kind) => ({
    type: `/problems/${kind}`,
    title: PROBLEMS[kind].title,
    status: PROBLEMS[kind].status,
    ...EXPLANATIONS[kind],
  }));
  const warnings = (Object.keys(WARNINGS) as WarningKind[]).map((kind) => {
    const { title, when, remedy } = WARNINGS[kind];
    return { type: `/problems/${kind}`, title, status: null, when, remedy };
  });
  return [...problems, ...warnings];
}
