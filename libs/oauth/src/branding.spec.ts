import { describe, expect, it } from '@jest/globals';
import {
  contrast,
  findAccentColorViolation,
  findBackgroundColorViolation,
  getAccentShades,
  getReadableColor,
  getTextColor,
} from './branding.js';

describe('findBackgroundColorViolation', () => {
  it.each(['#ffffff', '#f2f4f7', '#FFF3C4', '#cdeccf'])('accepts a light color: %s', (color) => {
    expect(findBackgroundColorViolation(color)).toBeNull();
  });

  it.each(['#808080', '#000066', '#ff6600'])('rejects %s in words, with a color that would do', (color) => {
    const violation = findBackgroundColorViolation(color)!;
    expect(violation).toMatch(/^is too dark for the text on it: the contrast with #4a5360 is \d\.\d\d:1, and must be 4\.5:1 or more/);
    expect(findBackgroundColorViolation(/(#\w{6}) would do$/.exec(violation)![1])).toBeNull();
  });

  it.each([null, 7, '', 'white', '#fff'])('rejects what is no color: %j', (value) => {
    expect(findBackgroundColorViolation(value)).toMatch(/^must be a color such as/);
  });
});

describe('getAccentShades', () => {
  it('keeps links readable on a background that is darker than the default', () => {
    const ground = '#cdd5cd';
    expect(contrast(getAccentShades('#0a7a55', 'light', ground).ink, ground)).toBeGreaterThanOrEqual(4.5);
    expect(getAccentShades('#0a7a55', 'light').ink).toBe('#0a7a55');
    expect(getAccentShades('#0a7a55', 'dark', ground)).toEqual(getAccentShades('#0a7a55', 'dark'));
  });

  it('outlines only a button that is too pale to be seen', () => {
    expect(getAccentShades('#ffcc00', 'light')).toMatchObject({ fill: '#ffcc00', text: '#16191d', edge: expect.stringMatching(/^#/) });
    expect(getAccentShades('#1d4f91', 'light')).toMatchObject({ fill: '#1d4f91', text: '#ffffff', edge: null });
  });
});

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
