import { i18n } from '@lingui/core';
import { CopyButton } from '../../ui/copy-button.js';
import { Panel } from '../../ui/panel.js';
import type { Provider } from './provider-values.js';
import classes from './providers.module.css';

type Uris = Pick<Provider, 'redirectUri' | 'postLogoutRedirectUri' | 'backchannelLogoutUri' | 'jwksUri'>;

/** The addresses of a provider, before it exists. */
export function buildUris(authUrl: string, name: string): Uris {
  const redirectUri = `${authUrl}/connect/federation/${name}`;
  return {
    redirectUri,
    postLogoutRedirectUri: `${redirectUri}/signed-out`,
    backchannelLogoutUri: `${redirectUri}/logout`,
    jwksUri: `${authUrl}/.well-known/jwks.json`,
  };
}

/** What to register at the provider. */
export function RegistrationPanel({ uris, usesKeys }: { uris: Uris | null; usesKeys: boolean }) {
  const entries: [string, string][] = uris
    ? [
        [i18n.t('Redirect URI'), uris.redirectUri],
        [i18n.t('Sign-out redirect URI'), uris.postLogoutRedirectUri],
        [i18n.t('Back-channel logout URI'), uris.backchannelLogoutUri],
        ...(usesKeys ? [[i18n.t('Keys of the domain (JWKS)'), uris.jwksUri] as [string, string]] : []),
      ]
    : [];
  return (
    <Panel title={i18n.t('Register at the provider')}>
      {entries.length === 0 && <p className={classes['text']}>{i18n.t('Enter the name first: it is a part of the addresses.')}</p>}
      <dl className={classes['uris']}>
        {entries.map(([label, uri]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{uri}</code>
              <CopyButton value={uri} label={`${label}: ${i18n.t('Copy')}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
