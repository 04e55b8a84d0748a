import { LANGUAGES, type Language } from '@latchkey/page-texts';
import { DEFAULT_BRANDING } from '@latchkey/persistence';
import { describe, expect, it } from '@jest/globals';
import { replaceTexts } from '../../../../scripts/pages/serve.mjs';
import { PAGE_FIXTURES, type PageFixture } from '../../../../scripts/pages/page-fixtures.mjs';
import type { PageContext } from './page-context.js';

type Views = Record<string, (context: PageContext, model: unknown) => string>;

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  `'><img src=x onerror=alert(1)>`,
  '" autofocus onfocus=alert(1) x="',
  `' onmouseover='alert(1)`,
  '</title><script>alert(1)</script>',
  '</textarea></noscript></svg><svg onload=alert(1)>',
  '--><!--<script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}${alert(1)}',
  '&lt;script&gt;&#60;script&#62;',
  '\u2028\u2029\u0000<\u0000script>',
  '<base href=//evil.example><meta http-equiv=refresh content=0;//evil.example><link rel=stylesheet href=//evil.example>',
];

async function render(
  { file, view, model }: PageFixture,
  { text = null as string | null, language = 'en' as Language } = {},
): Promise<string> {
  const views = (await import(`./views/${file}`)) as Views;
  const context = {
    domain: text ?? 'login.example.com',
    branding: {
      ...DEFAULT_BRANDING,
      name: text,
      logoUrl: text,
      darkLogoUrl: text,
      faviconUrl: text,
      accentColor: '#1d4f91',
      supportUri: text,
      termsUri: text,
      privacyUri: text,
    },
    language,
    address: '/',
  };
  return views[view]!(context, text === null ? model : replaceTexts(model, text));
}

/**
 * Reduces a page to its tags and attribute names, which escaped text must not change, except for line breaks. Expects double quotes around
 * attributes.
 */
function extractTags(html: string): string[] {
  const tags = [...html.replaceAll(/<wbr ?\/?>/g, '').matchAll(/<(!?\/?[a-z][a-z0-9]*)((?: [\w:-]+(?:="[^"]*")?)*) ?\/?>/gi)];
  return tags.map(([, tag, attributes = '']) =>
    [tag, ...[...attributes.matchAll(/ ([\w:-]+)(?:="[^"]*")?/g)].map(([, name]) => name)].join(' '),
  );
}

/** Checks that the text between tags and quotes cannot start any HTML. */
function extractTexts(html: string): string {
  return html.replaceAll(/<(!?\/?[a-z][a-z0-9]*)((?: [\w:-]+(?:="[^"]*")?)*) ?\/?>/gi, '');
}

describe.each(PAGE_FIXTURES.map((fixture) => [fixture.name, fixture] as const))('page %s', (_name, fixture) => {
  it.each(PAYLOADS)('escapes every text: %j', async (payload) => {
    // The length of the QR code's path depends on its text.
    const path = / d="[^"]*"/;
    const [good, bad] = [await render(fixture, { text: 'x' }), await render(fixture, { text: payload })];
    expect(extractTags(bad.replace(path, ''))).toEqual(extractTags(good.replace(path, '')));
    expect(extractTexts(bad)).not.toContain('<');
    expect(bad).not.toMatch(/(href|action|formaction)="(?!\/|https?:|#|com\.)/);
  });

  it('makes bidirectional and invisible characters visible', async () => {
    const html = await render(fixture, { text: 'abc\u202egro.elpmaxe\u200b' });
    expect(extractTexts(html)).not.toMatch(/[\u202e\u200b]/);
    expect(html).not.toMatch(/aria-label="[^"]*\u202e/);
  });

  it.each(LANGUAGES)('has one heading, a main element and no empty placeholder in %s', async (language) => {
    const html = await render(fixture, { language });
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}" dir="(ltr|rtl)">`));
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html.match(/<main /g)).toHaveLength(1);
    expect(html).not.toMatch(/\{\w+\}|undefined|\[object/);
    expect(html).not.toMatch(/<style|style="|<script>| on\w+="/);
  });

  it('posts every form with its CSRF token', async () => {
    const html = await render(fixture);
    const forms = [...html.matchAll(/<form ([^>]*)>(.*?)<\/form>/g)];
    expect(forms.filter(([, attributes]) => !attributes!.includes('method="post"'))).toEqual([]);
    if ('csrf' in fixture.model)
      expect(forms.filter(([, attributes, body]) => !attributes!.includes('data-language') && !body!.includes('name="csrf"'))).toEqual([]);
  });

  it('has unique ids and refers only to existing ones', async () => {
    const html = await render(fixture);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const named = [...html.matchAll(/ (?:for|aria-describedby|aria-labelledby)="([^"]*)"/g)].flatMap(([, value = '']) => value.split(' '));
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
