import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { findAccentColorViolation, contrast } from '@latchkey/oauth';
import { buildThemeStyles } from './theme-styles.js';

const STYLES = readFileSync(new URL('../../../../libs/design/src/tokens.css', import.meta.url), 'utf8');

/** Custom properties of each color scheme. The dark scheme inherits properties that it does not set from the light one. */
function parseColorSchemes(styles: string): Record<string, string>[] {
  const [light = {}, dark = {}] = [...styles.matchAll(/:root[^{]*\{([^}]*)\}/g)].map(([, body = '']) =>
    Object.fromEntries([...body.matchAll(/--lk-([\w-]+): (#\w{6});/g)].map(([, name = '', value = '']) => [name, value])),
  );
  return [light, { ...light, ...dark }];
}

const [lightPage = {}, darkPage = {}] = parseColorSchemes(STYLES);

describe.each([
  ['light', lightPage],
  ['dark', darkPage],
])('contrast on the %s page', (_which, { ground, surface, ...colors }) => {
  it.each(['ink', 'ink-2', 'accent-ink', 'danger-ink', 'success-ink', 'brass-ink'])('readable text in --%s', (name) => {
    for (const behind of [ground!, surface!]) expect(contrast(colors[name]!, behind)).toBeGreaterThanOrEqual(4.5);
  });

  it('readable buttons, fields and messages', () => {
    expect(contrast(colors['accent']!, colors['on-accent']!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors['field-line']!, surface!)).toBeGreaterThanOrEqual(3);
    for (const kind of ['danger', 'success', 'brass'])
      expect(contrast(colors[`${kind}-ink`]!, colors[`${kind}-soft`]!)).toBeGreaterThanOrEqual(4.5);
  });
});

const PLAIN = { accentColor: null, backgroundColor: null, corners: null, font: null };

describe('stylesheet of an accent color', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff'];
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
  const allowed = colors.filter((color) => findAccentColorViolation(color) === null);

  it.each([
    ['light', 0, lightPage],
    ['dark', 1, darkPage],
  ] as const)('is readable on a %s page for every allowed color', (_which, index, page) => {
    expect(allowed.length).toBeGreaterThan(150);
    const unreadable = allowed.filter((color) => {
      const accent = parseColorSchemes(buildThemeStyles({ ...PLAIN, accentColor: color }))[index]!;
      const text = contrast(accent['accent']!, accent['on-accent']!);
      const shade = Math.min(contrast(accent['accent-ink']!, page['ground']!), contrast(accent['accent-ink']!, page['surface']!));
      return text < 4.5 || shade < 4.5;
    });
    expect(unreadable).toEqual([]);
  });

  it('uses the exact accent color for buttons', () => {
    expect(parseColorSchemes(buildThemeStyles({ ...PLAIN, accentColor: '#ffcc00' })).map(({ accent }) => accent)).toEqual([
      '#ffcc00',
      '#ffcc00',
    ]);
    expect(parseColorSchemes(buildThemeStyles({ ...PLAIN, accentColor: '#00205b' }))[0]!['accent']).toBe('#00205b');
  });
});

describe('stylesheet of a theme', () => {
  it('sets only what the operator has chosen', () => {
    expect(buildThemeStyles({ ...PLAIN, corners: 'Square', font: 'Serif' })).toMatch(
      /^:root \{ --radius: 2px; --card-radius: 4px; --lk-font: ui-serif, [^;]*serif; \}\n@media/,
    );
    expect(buildThemeStyles({ ...PLAIN, backgroundColor: '#fff3c4' })).toContain(':root { --lk-ground: #fff3c4; --halo: transparent; }');
  });
});
