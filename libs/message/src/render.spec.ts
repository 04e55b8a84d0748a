import { describe, expect, it } from '@jest/globals';
import { MESSAGE_LANGUAGES, NOTICE_KINDS, type Message } from './message.js';
import type { MailBranding } from './mail-look.js';
import { renderMail, renderText } from './render.js';

const LINK = 'https://id.example.com/connect/magiclink?token=a&b=<c>';
const REQUEST = {
  at: '2026-11-28T14:32:00Z',
  device: 'Safari, macOS',
  address: '203.0.113.7',
  application: { name: 'Ride Planner', logoUri: 'https://rides.example/logo.png' },
};
const link: Message = {
  to: 'ada@example.com',
  name: 'Ada',
  language: 'en',
  place: 'id.example.com',
  content: { kind: 'sign-in-link', link: LINK, minutes: 10 },
  request: REQUEST,
};
const notice: Message = { ...link, content: { kind: 'notice', notice: 'passkey-created', account: 'https://id.example.com/account' } };
const BRANDING: MailBranding = {
  accentColor: '#ffd400',
  backgroundColor: '#fff8e0',
  logoUrl: 'https://www.example.com/logo.png',
  supportUri: 'mailto:help@example.com',
  termsUri: 'https://www.example.com/terms',
  privacyUri: 'https://www.example.com/privacy',
};

/** The text that a reader of the HTML sees, without the preheader. */
function readHtml(html: string): string {
  const [, body = ''] = /<body[^>]*>([\s\S]*)<\/body>/.exec(html) ?? [];
  return body
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replace(/<div style="display:none[\s\S]*?<\/div>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_match, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/\s+/g, ' ');
}

describe('mail with a link', () => {
  it('names the sender, the purpose of the link, its lifetime, its request, and what to do with an unexpected one', () => {
    const { subject, text, html } = renderMail(link, null);

    expect({ subject, text }).toEqual({
      subject: 'Sign in to id.example.com',
      text:
        'Hello Ada,\n\nUse this link to sign in to id.example.com. It works once, and for 10 minutes. ' +
        'Use it in the browser in which you asked for it.\n\n' +
        'Sign in:\nhttps://id.example.com/connect/magiclink?token=a&b=<c>\n\n' +
        'Application: Ride Planner\nDevice: Safari, macOS\nIP address: 203.0.113.7\nTime: 28 November 2026 at 14:32 UTC\n\n' +
        'Was this not you? Then you need not do anything: signing in requires the link. Do not share it.\n\nid.example.com\n',
    });
    expect(html).toContain('href="https://id.example.com/connect/magiclink?token=a&#38;b=&#60;c&#62;"');
  });

  it.each([
    ['markup', '<b>Ada</b><img src=x onerror=alert(1)>', 'Hello <b>Ada</b><img src=x onerror=alert(1)>,'],
    ['line breaks', 'Ada\r\nBcc: eve@example.com\r\n\r\n', 'Hello Ada Bcc: eve@example.com,'],
    ['a change of direction', 'Ada\u202e\u2028moc', 'Hello Ada moc,'],
    ['nothing to see', '\r\n\u200b', 'Hello,'],
    ['more than a name', 'x'.repeat(1_000), `Hello ${'x'.repeat(100)},`],
    ['a placeholder', '{{link}}', 'Hello {{link}},'],
  ])('shows a name with %s as text', (_what, name, greeting) => {
    const application = { name: `Ride ${name}`, logoUri: `https://x.example/"><script>${name}` };
    const { text, html, subject } = renderMail({ ...link, name, place: `id ${name}`, request: { ...REQUEST, application } }, null);
    const plain = renderMail(link, null);

    expect(text.split('\n')[0]).toBe(greeting);
    expect(html.match(/<\/?[a-z!]\w*/gi)).toEqual(plain.html.match(/<\/?[a-z!]\w*/gi));
    expect(subject).not.toMatch(/[\r\n\u202e]/);
  });

  it('tells the time in the zone of the recipient, if it is known', () => {
    const tellTime = (timeZone: string | null) => /Time: (.*)/.exec(renderMail({ ...link, timeZone }, null).text)?.[1];

    expect([tellTime('Europe/Lisbon'), tellTime('Asia/Tokyo'), tellTime('Nowhere/Town'), tellTime(null)]).toEqual([
      '28 November 2026 at 14:32 WET',
      '28 November 2026 at 23:32 GMT+9',
      '28 November 2026 at 14:32 UTC',
      '28 November 2026 at 14:32 UTC',
    ]);
  });

  it('of an earlier release, without its request, shows no facts', () => {
    const { request: _, ...earlier } = link;

    expect(renderMail(earlier, null).text).not.toMatch(/Device|Time/);
    expect(renderMail(earlier, null).html).not.toContain('class="panel"');
  });
});

describe('mail of a domain with branding', () => {
  it('has its colors, in dark programs readable ones, its logo and its links', () => {
    const { html, text } = renderMail(link, BRANDING);

    expect(html).toContain('background-color:#fff8e0');
    expect(html).toMatch(/href="https:\/\/id[^"]*" style="display:inline-block;background:#ffd400;color:#16191d;/);
    expect(html).toMatch(/prefers-color-scheme: dark[\s\S]*\.action td[^{]*\{ background: #ffd400 !important; color: #16191d/);
    expect([...html.matchAll(/<img[^>]* ?src="([^"]*)"/g)].map(([, url]) => url)).toEqual([BRANDING.logoUrl, REQUEST.application.logoUri]);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url).slice(1)).toEqual([
      'mailto:help@example.com',
      'https://www.example.com/terms',
      'https://www.example.com/privacy',
    ]);
    expect(text).toContain('id.example.com\nHelp: mailto:help@example.com\nTerms: https://www.example.com/terms\nPrivacy: ');
  });

  it.each(['https://www.example.com/logo.svg', 'https://www.example.com/logo.SVG?v=2', 'http://www.example.com/logo.png'])(
    'has the first letter instead of %s, which mail programs do not show',
    (logoUrl) => {
      const { html } = renderMail({ ...link, request: { ...REQUEST, application: null } }, { ...BRANDING, logoUrl });

      expect(html).not.toContain('<img');
      expect(html).toMatch(/class="mark"[^>]*>\s*I\s*</);
    },
  );
});

describe('messages', () => {
  const all: Message[] = MESSAGE_LANGUAGES.flatMap((language) => [
    { ...link, language },
    { ...link, language, content: { kind: 'email-confirmation', link: LINK, minutes: 30 } },
    { ...link, language, content: { kind: 'email-changed', link: LINK, days: 3 } },
    ...NOTICE_KINDS.map((kind): Message => ({
      ...notice,
      language,
      content: { kind: 'notice', notice: kind, account: 'https://id.example.com/account' },
    })),
  ]);

  it('load nothing from elsewhere, and contain no tracking', () => {
    for (const message of all) {
      const { html } = renderMail({ ...message, request: { ...REQUEST, application: null } }, null);
      expect(html).not.toMatch(/<(img|link|script|iframe|form)|src=|url\(/i);
    }
  });

  it('differ in each language, and contain one link each', () => {
    const mails = all.map((message) => renderMail(message, null));

    expect(new Set(mails.map(({ text }) => text)).size).toBe(all.length);
    for (const { html, text } of mails) {
      expect(html.match(/href=/g)).toHaveLength(1);
      expect(text.match(/https:\/\//g)).toHaveLength(1);
    }
  });

  it('say the same as text and as HTML, under 20 KB, with every placeholder filled', () => {
    for (const message of all) {
      const { html, text } = renderMail(message, BRANDING);
      const seen = readHtml(html);
      for (const paragraph of text.trim().split(/\n+/)) {
        const words = paragraph
          .replace(/:\s*$/, '')
          .split(/\s*:\s+/)
          .filter((part) => !/^(https|mailto):/.test(part));
        for (const part of words) expect(seen).toContain(part.replaceAll(/\s+/g, ' ').trim());
      }
      expect(html).not.toMatch(/\{\{|undefined|\[object/);
      expect(html.length).toBeLessThan(20_000);
    }
  });

  it('are written from right to left in Arabic', () => {
    const { html } = renderMail({ ...link, language: 'ar' }, null);

    expect(html).toMatch(/<html lang="ar" dir="rtl"/);
    expect(html).not.toContain('direction:ltr');
    expect(html).not.toMatch(/align="left"/);
  });

  it('name the country of the device, if a proxy has named it', () => {
    const name = (language: Message['language'], country: string | null) =>
      renderMail({ ...link, language, request: { ...REQUEST, country } }, null).text;

    expect(name('en', 'PT')).toContain('Country: Portugal');
    expect(name('de', 'AT')).toContain('Land: Österreich');
    expect(name('en', null)).not.toContain('Country');
  });

  it('are short as text messages', () => {
    for (const message of all) {
      const text = renderText(message);
      expect(text).not.toContain('\n');
      expect(text).toContain('https://id.example.com/');
      expect(text.length).toBeLessThan(320);
    }
  });
});
