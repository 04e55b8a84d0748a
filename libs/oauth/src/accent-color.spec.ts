import { describe, expect, it } from '@jest/globals';
import { findAccentColorViolation, contrast, getReadableColor, getTextColor } from './accent-color.js';

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ])('equals the WCAG ratio: %s and %s', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe('findAccentColorViolation', () => {
  it.each(['#1d4f91', '#FFCC00', '#ffffff', '#000000', '#767676', '#00a651', '#B3261E'])(
    'accepts a color with readable text on it: %s',
    (color) => {
      expect(findAccentColorViolation(color)).toBeNull();
      expect(contrast(color, getTextColor(color))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['#808080', '#ee3333', '#787878'])('rejects a color on which neither white nor dark text is readable: %s', (color) => {
    const violation = findAccentColorViolation(color)!;
    expect(violation).toContain('4.5:1 or more');
    const [, darker, lighter] = /\. (#\w{6}) \(darker\) or (#\w{6}) \(lighter\) would do$/.exec(violation)!;
    expect([findAccentColorViolation(darker), findAccentColorViolation(lighter)]).toEqual([null, null]);
  });

  it.each([null, 1, '', 'red', '#fff', '#1d4f9', '#1d4f911', '1d4f91', '#1d4f9g', '#1d4f91;', ' #1d4f91', '#1d4f91\n', ['#1d4f91']])(
    'rejects a value that is not a color in this form: %j',
    (value) => {
      expect(findAccentColorViolation(value)).toBe('must be a color such as #1d4f91: # and six hexadecimal digits');
    },
  );
});

describe('getReadableColor', () => {
  it.each([
    ['#ffffff', '#1d4f91'],
    ['#ffffff', '#ffcc00'],
    ['#ffffff', '#ffffff'],
    ['#191e24', '#1d4f91'],
    ['#191e24', '#000000'],
    ['#191e24', '#ffcc00'],
    ['#16191d', '#0000ff'],
  ])('returns on %s a shade close to %s', (ground, color) => {
    expect(contrast(getReadableColor(ground, color), ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('returns the color itself if it is readable', () => {
    expect(getReadableColor('#ffffff', '#1d4f91')).toBe('#1d4f91');
  });
});
