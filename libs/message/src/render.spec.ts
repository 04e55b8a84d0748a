import { describe, expect, it } from '@jest/globals';
import { MESSAGE_LANGUAGES, NOTICE_KINDS, type Message } from './message.js';
import { renderMail, renderText } from './render.js';

const LINK = 'https://id.example.com/connect/magiclink?token=a&b=<c>';
const link: Message = {
  to: 'ada@example.com',
  name: 'Ada',
  language: 'en',
  place: 'id.example.com',
  content: { kind: 'sign-in-link', link: LINK, minutes: 10 },
};

describe('mail with a link', () => {
  it('names the sender, the purpose of the link, its lifetime, and what to do with an unexpected one', () => {
    expect(renderMail(link)).toEqual({
      subject: 'Sign in to id.example.com',
      text:
        'Hello Ada,\n\nOpen this link to sign in to id.example.com:\n\nhttps://id.example.com/connect/magiclink?token=a&b=<c>\n\n' +
        'It works once, and for 10 minutes. Use it in the browser in which you asked for it.\n\n' +
        'If you did not ask for it, you need not do anything: signing in requires the link. Do not share it.\n',
      html: expect.stringContaining('<p><a href="https://id.example.com/connect/magiclink?token=a&#38;b=&#60;c&#62;">Sign in</a></p>'),
    });
  });

  it.each([
    ['markup', '<b>Ada</b><img src=x onerror=alert(1)>', 'Hello <b>Ada</b><img src=x onerror=alert(1)>,'],
    ['line breaks', 'Ada\r\nBcc: eve@example.com\r\n\r\n', 'Hello Ada Bcc: eve@example.com,'],
    ['a change of direction', 'Ada\u202e\u2028moc', 'Hello Ada moc,'],
    ['nothing to see', '\r\n\u200b', 'Hello,'],
    ['more than a name', 'x'.repeat(1_000), `Hello ${'x'.repeat(100)},`],
  ])('shows a name with %s as text', (_what, name, greeting) => {
    const { text, html, subject } = renderMail({ ...link, name });

    expect(text.split('\n')[0]).toBe(greeting);
    expect(html.match(/<(?!\/?(!DOCTYPE|html|head|meta|body|p|a)\b)/gi)).toBeNull();
    expect(subject).toBe('Sign in to id.example.com');
  });
});

describe('messages', () => {
  const all: Message[] = MESSAGE_LANGUAGES.flatMap((language) => [
    { ...link, language },
    ...NOTICE_KINDS.map((notice): Message => ({
      ...link,
      language,
      content: { kind: 'notice', notice, account: 'https://id.example.com/account' },
    })),
  ]);

  it('load nothing from elsewhere, and contain no tracking', () => {
    for (const message of all) expect(renderMail(message).html).not.toMatch(/<(img|link|script|style|iframe|form)|src=|url\(/i);
  });

  it('differ in each language, and contain one link each', () => {
    const mails = all.map(renderMail);

    expect(new Set(mails.map(({ text }) => text)).size).toBe(all.length);
    for (const { html, text } of mails) {
      expect(html.match(/href=/g)).toHaveLength(1);
      expect(text.match(/https:\/\//g)).toHaveLength(1);
    }
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
