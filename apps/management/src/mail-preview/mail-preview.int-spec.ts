import { beforeEach, describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { MAIL_KINDS, type MailKind, type MailPreviewResponse } from './mail-preview.dto.js';

const fixture = useManagementFixture();
let domain: string;

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
});

const preview = (body: object) => fixture.caller.post(`/v1/domain/${domain}/mail-preview`, body);

describe('the preview of a mail', () => {
  it.each(MAIL_KINDS)('shows both parts of %s, with the stored branding', async (kind) => {
    await fixture.caller.put(`/v1/domain/${domain}/branding`, { name: 'Hollin <Bikes>', accentColor: '#0f6b4c' });

    const { status, json } = await preview({ kind, language: 'de' });
    const { subject, text, html } = json as MailPreviewResponse;

    expect(status).toBe(200);
    expect(subject).not.toBe('');
    for (const part of [text, html]) expect(part).toContain('Maya Okafor');
    expect(text).toContain('Hollin <Bikes>');
    expect(html).toContain('Hollin &#60;Bikes&#62;');
    expect(html).toContain('background:#0f6b4c');
    expect(html).toContain('lang="de"');
  });

  it.each<[MailKind, boolean, boolean]>([
    ['sign-in-link', true, true],
    ['new-device', true, false],
    ['sign-up-invitation', false, false],
    ['user-invitation', false, false],
    ['provider-invitation', false, false],
  ])('shows the device and the application of %s only where the mail has them', async (kind, hasDevice, hasApplication) => {
    const { text } = (await preview({ kind })).json as MailPreviewResponse;

    expect([text.includes('Firefox, Windows'), text.includes('Application: Example')]).toEqual([hasDevice, hasApplication]);
  });

  it.each([
    [{ kind: 'newsletter' }, '/kind'],
    [{}, '/kind'],
    [{ kind: 'sign-in-link', language: 'xx' }, '/language'],
    [{ kind: 'sign-in-link', to: 'eve@example.com' }, '/to'],
  ])('rejects %j with a pointer', async (body, pointer) => {
    expect(await preview(body)).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
  });
});
