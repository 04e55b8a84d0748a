export { PROBLEMS, type ProblemKind } from './catalogue.js';
export { listExplanations, type ExplanationDocument } from './explain.js';
export { EXPLANATIONS, type Explanation } from './explanations.js';
export { ProblemFilter, sendProblem, type ProblemContext } from './problem.filter.js';
export { createInvalidBodyProblem, Problem, type Violation, type ProblemDocument } from './problem.js';
export { createOutageTranslator, toProblem, type ProblemTranslator } from './translate.js';
export { createWarningLink, WARNINGS, type WarningKind } from './warnings.js';
