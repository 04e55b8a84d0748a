import { expect, it } from '@jest/globals';
import { getTableRows, getSection, readText } from '../support/pages.js';

const [, failures = ''] = /const PAGE_ERROR_BY_REASON = \{([^]*?)\}/.exec(readText('apps/auth/src/federation/federation-failure.ts')) ?? [];

it('docs/operations/identity-providers.md explains every failure reason of a federated sign-in, in the order of the code', () => {
  const reasons = [...failures.matchAll(/^ *'?([\w-]+)'?:/gm)].map(([, reason]) => reason);
  const documented = getTableRows(getSection('docs/operations/identity-providers.md', '## When a sign-in fails')).map(([reason]) => reason);

  expect(reasons.length).toBeGreaterThan(30);
  expect(documented.filter((reason) => reasons.includes(reason))).toEqual(reasons);
});
