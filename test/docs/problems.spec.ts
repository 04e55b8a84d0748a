import { describe, expect, it } from '@jest/globals';
import { builtProblem } from './built.mjs';
import { getSection } from '../support/pages.js';

const PAGE = 'docs/problems.md';
const { EXPLANATIONS, PROBLEMS, WARNINGS } = await builtProblem();
const kinds = Object.entries(PROBLEMS) as [keyof typeof PROBLEMS, (typeof PROBLEMS)[keyof typeof PROBLEMS]][];

/** The sections of a chapter by their headings. */
function sectionsOf(chapter: string): Map<string, string> {
  const [, ...sections] = getSection(PAGE, chapter).split(/^### /m);
  return new Map(sections.map((section) => [section.split('\n', 1)[0]!, section]));
}

function exampleOf(section: string): Record<string, unknown> {
  const [, json = ''] = /^```json\n([^]*?)^```$/m.exec(section) ?? [];
  return JSON.parse(json) as Record<string, unknown>;
}

/** The explanation in a section, on one line and without its links. */
function readExplanation(section: string): { when: string | undefined; remedy: string | undefined } {
  const [prose = ''] = section.split('```');
  const [, when, remedy] = /^- \*\*When:\*\* ([^]*?)^- \*\*Do:\*\* ([^]*)/m.exec(prose.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')) ?? [];
  return { when: when?.replaceAll(/\s+/g, ' ').trim(), remedy: remedy?.replaceAll(/\s+/g, ' ').trim() };
}

const SAYS_WHEN_AND_WHAT_TO_DO = /^- \*\*When:\*\* \S[^]*^- \*\*Do:\*\* \S/m;

describe('the problems in docs/problems.md and in the catalogue', () => {
  const documented = sectionsOf('## Kinds');

  it('are the same, in the same order', () => {
    expect([...documented.keys()]).toEqual(kinds.map(([kind]) => kind));
  });

  it.each(kinds)('agree on %s', (kind, { status, title }) => {
    const section = documented.get(kind) ?? '';
    expect(section).toContain(`\nStatus ${status}: ${title}\n`);
    expect(readExplanation(section)).toEqual(EXPLANATIONS[kind]);
    const example = exampleOf(section);
    expect(example).toMatchObject({ type: `/problems/${kind}`, title, status, detail: expect.any(String) });
    expect(example['instance']).toMatch(/^urn:request:[\w-]{22}$/);
    const errors = (example['errors'] ?? []) as object[];
    for (const error of errors) expect(error).toEqual({ pointer: expect.any(String), detail: expect.any(String) });
  });
});

describe('the warnings in docs/problems.md', () => {
  const documented = sectionsOf('## Warnings');

  it('match those of the catalogue', () => {
    expect([...documented.keys()]).toEqual(Object.keys(WARNINGS));
  });

  it.each(Object.entries(WARNINGS))('match what the page says: %s', (kind, { title, ...explanation }) => {
    const section = documented.get(kind) ?? '';
    expect(section).toContain(`\n${title}\n`);
    expect(readExplanation(section)).toEqual(explanation);
  });
});

describe('the OAuth errors in docs/problems.md', () => {
  it.each([...sectionsOf('## Errors of the token endpoint')])(
    'include a status, a reason, a remedy and an example for %s',
    (code, section) => {
      expect(section).toMatch(/\nStatus [45]\d\d\b/);
      expect(section).toMatch(SAYS_WHEN_AND_WHAT_TO_DO);
      expect(exampleOf(section)).toMatchObject({ error: code, error_description: expect.any(String) });
    },
  );
});
