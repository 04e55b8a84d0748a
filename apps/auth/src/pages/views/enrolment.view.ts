import { getTranslator, type Translator } from '@latchkey/page-texts';
import { h, type Element } from '../components/hyperscript.js';
import { encode } from 'uqr';
import { toSafeUrl } from '../components/safe-url.js';
import { alert, button, form, textField } from '../components/elements.js';
import { helpLine } from '../components/help.js';
import { icon } from '../components/icon.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { passkeyCreationForm } from '../components/passkey-form.js';
import type { AuthenticatorAppView, EnrolmentView, RecoveryCodesView } from './view-models.js';

/** "Create a passkey", "Set up an authenticator app", "Not now". */
export function enrolmentPage(context: PageContext, view: EnrolmentView): string {
  const say = getTranslator(context);
  const { csrf, reason, error, passkey } = view;
  const suffix = reason === 'offer' ? '' : (`-${reason}` as const);
  return renderPage(
    context,
    { heading: say(`enrolment-heading${suffix}`), failed: error !== null, picture: 'passkey' },
    h('p', { class: 'lead' }, say(`enrolment-intro${suffix}`)),
    alert(error && say(`input-${error}`)),
    reason === 'offer' ? gains(say) : null,
    h(
      'div',
      { class: 'choices' },
      passkey && passkeyCreationForm(say, { csrf, passkey, error, kind: 'primary' }),
      view.authenticatorApp === null
        ? null
        : form(
            { action: view.authenticatorApp, fields: { csrf } },
            button(say('set-up-authenticator-app'), { kind: 'secondary', icon: 'authenticator-app' }),
          ),
    ),
    view.notNow === null
      ? null
      : form({ action: view.notNow, fields: { csrf }, attributes: { class: 'aside' } }, button(say('not-now'), { kind: 'quiet' })),
    view.cancel === null
      ? null
      : [
          helpLine(context),
          form({ action: view.cancel, fields: { csrf }, attributes: { class: 'aside' } }, button(say('back'), { kind: 'quiet' })),
        ],
  );
}

/** What a passkey is good for. */
function gains(say: Translator): Element {
  const texts = ['enrolment-gain-fast', 'enrolment-gain-safe', 'enrolment-gain-private'] as const;
  return h(
    'ul',
    { class: 'gains' },
    texts.map((text) => h('li', {}, icon('check'), h('span', {}, say(text)))),
  );
}

/** The new secret as a QR code and as text. A code confirms it: field "Code", button "Confirm". */
export function authenticatorAppPage(context: PageContext, view: AuthenticatorAppView): string {
  const say = getTranslator(context);
  const { csrf, error } = view;
  const wrong = error === 'code-wrong';
  return renderPage(
    context,
    { heading: say('authenticator-app-heading'), failed: error !== null },
    h('p', { class: 'lead' }, say('authenticator-app-scan')),
    alert(error === null || wrong ? null : say(`input-${error}`)),
    qrCode(say, view.uri),
    h('p', { class: 'hint' }, say('authenticator-app-secret')),
    h('p', { class: 'secret' }, h('code', {}, groupCharacters(view.secret))),
    form(
      { action: view.action, fields: { csrf } },
      textField({
        id: 'code',
        name: 'code',
        label: say('code-label'),
        hint: say('authenticator-app-confirm'),
        error: wrong ? say('input-code-wrong') : undefined,
        attributes: { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 12, class: 'code' },
      }),
      button(say('confirm'), { kind: 'primary' }),
    ),
    form({ action: view.cancel, fields: { csrf }, attributes: { class: 'aside' } }, button(say('cancel'), { kind: 'quiet' })),
  );
}

/** New recovery codes. The service cannot show them again later. */
export function recoveryCodesPage(context: PageContext, view: RecoveryCodesView): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('recovery-codes-heading') },
    h('p', { class: 'lead' }, say('recovery-codes-intro')),
    h('p', { class: 'on-paper' }, say('recovery-codes-for', { domain: context.domain }), ' ', say('recovery-codes-once')),
    h(
      'ul',
      { class: 'codes', 'aria-label': say('recovery-codes-list') },
      view.codes.map((code) => h('li', {}, h('code', {}, code))),
    ),
    saveCodesActions(say, view.download),
    form({ action: view.continueTo, fields: { csrf: view.csrf } }, button(say('recovery-codes-kept'), { kind: 'secondary' })),
  );
}

/** Hidden buttons that the script enables. */
function saveCodesActions(say: Translator, download: string): Element {
  const actionButton = (name: string, text: string) =>
    h('button', { type: 'button', class: 'button secondary', hidden: true, [name]: '' }, text);
  return h(
    'div',
    { class: 'keep', 'data-keep': '', 'data-copied': say('recovery-codes-copied') },
    h(
      'div',
      { class: 'pair' },
      h('a', { class: 'button primary', href: toSafeUrl(download) }, say('recovery-codes-download')),
      actionButton('data-copy', say('copy')),
      actionButton('data-print', say('recovery-codes-print')),
    ),
    h('p', { class: 'hint', role: 'status', 'data-message': '' }),
  );
}

/** A single path of dark modules on a light background in both color schemes, because scanners require it. */
function qrCode(say: Translator, uri: string): Element {
  const { data, size } = encode(uri, { ecc: 'L', border: 4 });
  return h(
    'svg',
    {
      class: 'qr',
      role: 'img',
      'aria-label': say('authenticator-app-qr'),
      viewBox: `0 0 ${size} ${size}`,
      'shape-rendering': 'crispEdges',
    },
    h('rect', { width: size, height: size, fill: '#fff' }),
    h('path', { d: data.map(darkRuns).join(''), fill: '#000' }),
  );
}

function darkRuns(row: readonly boolean[], y: number): string {
  const modules = row.map((dark) => (dark ? '1' : '0')).join('');
  return [...modules.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('');
}

function groupCharacters(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
