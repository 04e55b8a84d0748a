export { PROBLEMS, type ProblemKind } from './catalogue.js';
export { ProblemFilter, sendProblem, type ProblemContext } from './problem.filter.js';
export { Problem, type Fault, type ProblemDocument } from './problem.js';
export { createOutageTranslator, toProblem, type ProblemTranslator } from './translate.js';
