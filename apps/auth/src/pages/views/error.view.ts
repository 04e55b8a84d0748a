import { isTextKey, getTranslator, type Translator, type TextKey } from '@latchkey/page-texts';
import { h, type Element } from '../components/hyperscript.js';
import { linkButton, requestNumber } from '../components/elements.js';
import { helpLine } from '../components/help.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import type { ErrorView, PageErrorKind } from './view-models.js';

/** Something is not allowed; other errors are about something that is over or broken. */
const CROSSED_KINDS: ReadonlySet<PageErrorKind> = new Set([
  'forbidden',
  'account-inactive',
  'no-way-to-sign-in',
  'provider-not-allowed',
  'provider-no-account',
  'too-many-requests',
]);
const RETRIABLE_KINDS: ReadonlySet<PageErrorKind> = new Set(['unavailable', 'internal', 'too-many-requests']);

/** The error, what to do, and the request id in the log. */
export function errorPage(context: PageContext, { kind, provider, requestId, backTo, oauthError }: ErrorView): string {
  const say = getTranslator(context);
  const getErrorText = (part: 'heading' | 'help'): string => {
    const [text, named] = [`error-${kind}-${part}`, `error-${kind}-${part}-named`] as const;
    return provider !== null && isTextKey(named) ? say(named, { provider }) : say(text);
  };
  return renderPage(
    context,
    { heading: getErrorText('heading'), failed: true, picture: CROSSED_KINDS.has(kind) ? 'crossed' : 'snapped' },
    h('p', { class: 'lead' }, getErrorText('help')),
    backTo === null ? null : linkButton(say(getBackKey({ kind, backTo })), backTo),
    helpLine(context),
    requestNumber(say, requestId),
    oauthError && developerNote(say, oauthError),
  );
}

function getBackKey({ kind, backTo }: Pick<ErrorView, 'kind' | 'backTo'>): TextKey {
  if (RETRIABLE_KINDS.has(kind)) return 'error-again';
  if (kind === 'sign-out-request' || (kind === 'not-found' && backTo === '/account')) return 'error-back-to-account';
  return backTo?.startsWith('/') ? 'error-back' : 'error-back-to-application';
}

/** Text for developers is English, and read from left to right in every language. */
function developerNote(say: Translator, { code, description }: NonNullable<ErrorView['oauthError']>): Element {
  const text = description === '' ? code : `${code}: ${description}`;
  return h(
    'details',
    { class: 'help developer' },
    h('summary', {}, say('error-developer')),
    h('p', {}, h('code', { lang: 'en', dir: 'ltr' }, text)),
  );
}
