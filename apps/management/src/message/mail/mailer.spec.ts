import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { renderMail } from '@latchkey/message';
import { MailCatcher } from '../../../../../test/support/mail-catcher.js';
import { Mailer, type OutgoingMail } from './mailer.js';

const FROM = { name: 'Example', address: 'no-reply@example.com', dkim: null };
const LINK = 'https://id.example.com/connect/magiclink?token=abc';

let catcher: MailCatcher;
let mailer: Mailer;

beforeAll(async () => {
  catcher = await MailCatcher.start();
  mailer = new Mailer({ url: catcher.url });
});

afterAll(async () => {
  mailer.close();
  await catcher.stop();
});

beforeEach(() => {
  catcher.answer(() => 'take');
  catcher.mails.length = 0;
});

function mailFor(name: string | null, to = 'ada@example.com'): OutgoingMail {
  const content = { kind: 'sign-in-link', link: LINK, minutes: 10 } as const;
  const request = { at: '2026-11-28T14:32:00Z', device: 'Firefox, Linux', address: '192.0.2.7', application: null };
  const mail = renderMail({ to, name, language: 'fr', place: 'id.example.com', content, request }, null);
  return { ...mail, to, name, language: 'fr', id: 'an-id', from: FROM };
}

describe('sending mail', () => {
  it('delivers both formats, with the configured sender, marked as an automatic message', async () => {
    const mail = mailFor('Zoë “Ada” Lovelace');

    await mailer.send(mail);

    const [arrived] = catcher.mails;
    expect(arrived).toMatchObject({
      from: { name: 'Example', address: 'no-reply@example.com' },
      to: [{ name: 'Zoë “Ada” Lovelace', address: 'ada@example.com' }],
      recipients: ['ada@example.com'],
      subject: mail.subject,
      messageId: '<an-id@example.com>',
      attachments: [],
    });
    expect(arrived!.text?.trim()).toBe(mail.text.trim());
    expect(arrived!.html?.trim()).toBe(mail.html.trim());
    const headers = Object.fromEntries(arrived!.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'fr' });
  });

  it.each([
    ['a header', 'Ada\r\nBcc: eve@example.com'],
    ['a header by a bare line feed', 'Ada\nBcc: eve@example.com'],
    ['a header by a bare carriage return', 'Ada\rBcc: eve@example.com'],
    ['another line of Unicode', 'Ada\u2028Bcc: eve@example.com\u0085X: y'],
    ['a body', 'Ada\r\n\r\n<script>alert(1)</script>'],
    ['the end of the mail', 'Ada\r\n.\r\nMAIL FROM:<eve@example.com>'],
    ['another recipient', 'Ada" <eve@example.com>, "x'],
    ['a comment', 'Ada (eve@example.com)'],
    ['an encoded word', '=?utf-8?q?Ada=0d=0aBcc=3a_eve=40example=2ecom?='],
    ['markup', '<img src="https://evil.example/x.png"><a href="https://evil.example">'],
    ['an attribute', `" onload="alert(1)' x='`],
    ['an end of the document', '</p></body></html><h1>'],
    ['nothing but white space', ' \r\n\t '],
    ['very much', 'A'.repeat(100_000)],
    ['no name at all', null],
  ])('is not affected by a name with %s', async (_what, name) => {
    await mailer.send(mailFor(name));

    expect(catcher.mails).toHaveLength(1);
    const [{ recipients, headers, to, bcc, html = '', text = '' }] = catcher.mails as [(typeof catcher.mails)[0]];
    expect({ recipients, bcc, to: to?.map(({ address }) => address) }).toEqual({
      recipients: ['ada@example.com'],
      bcc: undefined,
      to: ['ada@example.com'],
    });
    expect(headers.map(({ key }) => key).toSorted()).toEqual(HEADERS);
    expect(listTags(html)).toEqual(listTags(mailFor('Ada').html));
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([LINK]);
    expect(text.split('\n').filter((line) => line.startsWith('https://'))).toEqual([LINK]);
  });
});

const HEADERS = [
  'auto-submitted',
  'content-language',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
].toSorted();
const listTags = (html: string): string[] => [...html.matchAll(/<(\/?[a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag!.toLowerCase());

describe('rejected mail', () => {
  it.each([
    [421, false],
    [450, false],
    [452, false],
    [503, false],
    [550, true],
    [552, true],
    [554, true],
  ])('fails permanently for %i: %s', async (code, permanent) => {
    catcher.answer(() => ({ code, text: 'no such person: ada@example.com' }));

    const failure = mailer.send(mailFor('Ada'));

    await expect(failure).rejects.toMatchObject({ name: 'DeliveryFailure', permanent, message: `smtp ${code}` });
  });

  it('fails permanently for an invalid address', async () => {
    await expect(mailer.send(mailFor('Ada', 'nobody'))).rejects.toMatchObject({ permanent: true });
    expect(catcher.mails).toEqual([]);
  });

  it('can be retried after a timeout', async () => {
    const impatient = new Mailer({ url: catcher.url, deadline: 300 });
    catcher.answer(() => 'take-then-hang');

    await expect(impatient.send(mailFor('Ada'))).rejects.toMatchObject({ permanent: false });

    impatient.close();
  });

  it('can be retried if the connection fails', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as AddressInfo;
    nobody.close();
    await once(nobody, 'close');
    const alone = new Mailer({ url: `smtp://127.0.0.1:${port}` });

    await expect(alone.send(mailFor('Ada'))).rejects.toMatchObject({ permanent: false });
  });

  it('can be retried if credentials would go over an unencrypted connection', async () => {
    const url = new URL(catcher.url);
    [url.username, url.password] = ['user', 'a-password'];
    const careful = new Mailer({ url: url.href });

    const failure = await careful.send(mailFor('Ada')).catch((error: Error) => error);

    expect(failure).toMatchObject({ permanent: false });
    expect(JSON.stringify([failure, String(failure)])).not.toMatch(/a-password|ada@/);
    careful.close();
  });
});

describe('addresses with a non-ASCII local part', () => {
  it('are sent to a server with SMTPUTF8', async () => {
    await mailer.send(mailFor('Jane', 'jané@example.com'));

    expect(catcher.mails.map(({ recipients }) => recipients)).toEqual([['jané@example.com']]);
  });

  it('are not sent to a server without SMTPUTF8, and the failure says so', async () => {
    const old = await MailCatcher.start({ hideSMTPUTF8: true });
    const sender = new Mailer({ url: old.url });

    const failure: unknown = await sender.send(mailFor('Jane', 'jané@example.com')).catch((error: unknown) => error);
    await sender.send(mailFor('Jane', 'jane@bücher.example'));

    sender.close();
    await old.stop();
    expect(failure).toMatchObject({
      name: 'DeliveryFailure',
      message: 'the mail server does not support SMTPUTF8 (RFC 6531), which the address needs',
      permanent: true,
    });
    expect(old.mails.map(({ recipients }) => recipients)).toEqual([['jane@bücher.example']]);
  });
});
