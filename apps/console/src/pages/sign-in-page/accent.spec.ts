import { describe, expect, it } from '@jest/globals';
import { measureButton, toAccent } from './accent.js';

describe('toAccent', () => {
  it('uses the colour itself where it is visible, with readable text', () => {
    expect(toAccent('#0d6b52', 'light')).toEqual({ fill: '#0d6b52', text: '#ffffff', ink: '#0d6b52' });
  });

  it('uses a lighter shade on dark pages', () => {
    const { fill, ink } = toAccent('#1d4f91', 'dark');
    expect(fill).toBe(ink);
    expect(ink).not.toBe('#1d4f91');
  });

  it.each(['', 'red', '#808080'])('takes an unusable colour for none: %j', (color) => {
    expect(toAccent(color, 'light')).toEqual(toAccent('', 'light'));
    expect(measureButton(color)).toBeNull();
  });
});

describe('measureButton', () => {
  it.each([
    ['#0000ff', '8.6', true],
    ['#ffcc00', '11.7', false],
  ])('tells the contrast of the text on %s', (color, ratio, isWhite) => {
    expect(measureButton(color)).toEqual({ ratio, isWhite });
  });
});
