import { describe, expect, it } from '@jest/globals';
import { builtEvents } from './built.mjs';
import { getSection } from '../support/pages.js';

const PAGE = 'docs/events.md';
const { EVENTS } = await builtEvents();
const VALUES = {
  text: 'text',
  'optional-text': 'text or null',
  'rare-text': 'text or absent',
  texts: 'list of texts',
  flag: 'true or false',
  'optional-flag': 'true, false or null',
  count: 'number',
};

/** The sections of the types by heading. */
const sections = new Map(
  getSection(PAGE, '## Types')
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0]!, section.slice(section.indexOf('\n') + 1).trim()]),
);

function describeEvent({ meaning, data, visibility, webhooks, personal, ...event }: (typeof EVENTS)[keyof typeof EVENTS]): string {
  const marks = [
    visibility === 'operators' ? 'for operators' : 'for operators and the user',
    webhooks ? 'for webhooks' : 'not for webhooks',
    ...(personal ? ['personal'] : []),
    ...('logged' in event ? ['not in the log'] : []),
  ];
  const fields = Object.entries(data as Record<string, { kind: keyof typeof VALUES; meaning: string }>);
  const rows = fields.map(([name, field]) => `- \`${name}\`: ${VALUES[field.kind]}; ${field.meaning}`);
  return [`${meaning} (${marks.join(', ')})`, ...(rows.length > 0 ? [rows.join('\n')] : [])].join('\n\n');
}

describe('docs/events.md and the audit event catalogue', () => {
  it('contain the same types in the same order', () => {
    expect([...sections.keys()]).toEqual(Object.keys(EVENTS));
  });

  it.each(Object.entries(EVENTS))('agree on %s', (type, event) => {
    expect(sections.get(type)).toBe(describeEvent(event));
  });
});
