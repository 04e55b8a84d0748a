import { describe, expect, it } from '@jest/globals';
import { fillLayout } from './fill-layout.js';

describe('filling a layout', () => {
  it('escapes values, and reads none for placeholders', () => {
    const values = { name: `{{other}}<b title="x" id='y'>&`, other: 'secret' };

    expect(fillLayout('<a href="{{name}}">{{name}}</a>', values)).toBe(
      '<a href="{{other}}&#60;b title=&#34;x&#34; id=&#39;y&#39;&#62;&#38;">{{other}}&#60;b title=&#34;x&#34; id=&#39;y&#39;&#62;&#38;</a>',
    );
  });

  it('repeats a section for each of its values, which see those outside', () => {
    const rows = [{ label: 'one' }, { label: '{{/rows}}' }];

    expect(fillLayout('{{#rows}}{{unit}} {{label}};{{/rows}}', { unit: 'm', rows })).toBe('m one;m {{/rows}};');
  });

  it.each([
    ['', ''],
    [false, ''],
    [[], ''],
    [true, '[x]'],
    ['a', '[x]'],
  ])('shows a section that is %j as %j', (section, shown) => {
    expect(fillLayout('{{#section}}[{{name}}]{{/section}}', { section, name: 'x' })).toBe(shown);
  });
});
