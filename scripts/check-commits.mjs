/**
 * `node scripts/check-commits.mjs [BASE]`: checks the subjects of the commits since BASE (default: the previous commit), without merges. CI
 * sets COMMITS_SINCE to the target branch of a change.
 */
import { execFileSync } from 'node:child_process';
import { findSubjectViolation } from './commit-subjects.mjs';

const base = process.argv[2] ?? process.env['COMMITS_SINCE'] ?? 'HEAD~1';

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const log = git('log', '--no-merges', '--format=%h %s', ...range());
const violations = log.split('\n').flatMap((line) => {
  const [hash = '', ...words] = line.split(' ');
  const violation = line === '' ? null : findSubjectViolation(words.join(' '));
  return violation === null ? [] : [`${hash} ${words.join(' ')}\n  ${violation}`];
});
if (violations.length > 0) console.error(`Commit subjects to reword (git rebase -i, reword):\n${violations.join('\n')}`);
process.exitCode = violations.length > 0 ? 1 : 0;

/** @returns {string[]} only the last commit in a shallow clone without the base */
function range() {
  try {
    git('rev-parse', '--verify', `${base}^{commit}`);
    return [`${base}..HEAD`];
  } catch {
    return ['-1'];
  }
}
