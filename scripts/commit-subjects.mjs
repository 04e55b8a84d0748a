const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const SUBJECT = new RegExp(`^(${TYPES.join('|')})(\\([a-z0-9-]+\\))?!?: \\S.*[^.\\s]$`);
const MAX_SUBJECT_LENGTH = 72;

/**
 * Checks the subject of a commit against Conventional Commits 1.0.0 and the length limit.
 *
 * @param {string} subject
 *
 * @returns {string | null} the problem and how to fix it; null if the subject is valid
 */
export function findSubjectViolation(subject) {
  if (subject.length > MAX_SUBJECT_LENGTH) return `has ${subject.length} characters; shorten it to ${MAX_SUBJECT_LENGTH}`;
  if (!SUBJECT.test(subject)) return `must read "type(scope): summary" without a full stop, with one of the types ${TYPES.join(', ')}`;
  return null;
}
