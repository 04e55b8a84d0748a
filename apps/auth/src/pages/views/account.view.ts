import { getTranslator, type Translator } from '@latchkey/page-texts';
import { accountFrame } from '../components/account-frame.js';
import { alert, notice } from '../components/elements.js';
import { h } from '../components/hyperscript.js';
import { renderPage } from '../components/layout.js';
import { createDateFormatter } from '../i18n/date-formatter.js';
import type { PageContext } from '../page-context.js';
import { agents, applications, sessions } from './account-access.view.js';
import { authenticatorApp, passkeys, protection, recoveryCodes } from './account-methods.view.js';
import type { AccountView } from './account-view-models.js';

/** Headings "Passkeys", "Authenticator app", "Recovery codes", "Connected applications" and "Agents" if there are any, "Sessions"; button "Sign out". */
export function accountPage(context: PageContext, view: AccountView): string {
  const say = getTranslator(context);
  const { account, username, csrf, error, federated } = view;
  const writing = { say, times: createDateFormatter(context.language, view.now, view.timeZone), csrf };
  const title = say('account-heading');
  return renderPage(
    context,
    {
      heading: account || title,
      person: { username, title },
      failed: error !== null,
      account: accountFrame(say, 'account-security', csrf),
    },
    notice(view.notice && say(`notice-${view.notice}`)),
    alert(error && say(`input-${error}`)),
    ...(federated ? [h('p', {}, getFederatedText(say, view))] : [protection(say, view), passkeys(writing, view)]),
    federated ? null : h('div', { class: 'pair' }, authenticatorApp(writing, view), recoveryCodes(writing, view)),
    sessions(writing, view),
    view.applications.length === 0 ? null : applications(writing, view),
    view.agents.length === 0 ? null : agents(writing, view),
  );
}

function getFederatedText(say: Translator, { provider }: AccountView): string {
  return provider === null ? say('account-federated') : say('account-federated-named', { provider });
}
