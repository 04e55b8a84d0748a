import { i18n } from '@lingui/core';
import { CopyButton } from '../../ui/copy-button.js';
import { Panel } from '../../ui/panel.js';
import type { Provider, ProviderValues } from './provider-values.js';
import classes from './providers.module.css';

type Uris = Pick<Provider, 'redirectUri' | 'postLogoutRedirectUri' | 'backchannelLogoutUri' | 'jwksUri' | 'samlMetadataUri'>;

/** The addresses of a provider, before it exists. */
export function buildUris(authUrl: string, name: string, kind: ProviderValues['kind']): Uris {
  const callback = `${authUrl}/connect/federation/${name}`;
  return {
    redirectUri: kind === 'saml' ? `${callback}/saml` : callback,
    postLogoutRedirectUri: `${callback}/signed-out`,
    backchannelLogoutUri: `${callback}/logout`,
    jwksUri: `${authUrl}/.well-known/jwks.json`,
    ...(kind === 'saml' && { samlMetadataUri: `${callback}/saml/metadata` }),
  };
}

interface RegistrationPanelProps {
  uris: Uris | null;
  /** Whether the provider is stored, so that its addresses answer. */
  isStored: boolean;
  values: Pick<ProviderValues, 'kind' | 'clientId' | 'tokenEndpointAuthMethod'>;
}

/** What to register at the provider. */
export function RegistrationPanel({ uris, isStored, values }: RegistrationPanelProps) {
  const isSaml = values.kind === 'saml';
  const entries = uris ? (isSaml ? listForSaml(uris, values.clientId) : listForOpenId(uris, values.tokenEndpointAuthMethod)) : [];
  return (
    <Panel title={i18n.t('Register at the provider')}>
      {entries.length === 0 && <p className={classes['text']}>{i18n.t('Enter the name first: it is a part of the addresses.')}</p>}
      {isSaml && uris && (
        <p className={classes['text']}>
          {i18n.t('The metadata contains all of this and the certificate of the domain.')}{' '}
          {!isStored && i18n.t('It is available once the provider is saved.')}
        </p>
      )}
      <dl className={classes['uris']}>
        {entries.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton value={value} label={`${label}: ${i18n.t('Copy')}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const listForOpenId = (uris: Uris, method: ProviderValues['tokenEndpointAuthMethod']): [string, string][] => [
  [i18n.t('Redirect URI'), uris.redirectUri],
  [i18n.t('Sign-out redirect URI'), uris.postLogoutRedirectUri],
  [i18n.t('Back-channel logout URI'), uris.backchannelLogoutUri],
  ...(method === 'private_key_jwt' ? [[i18n.t('Keys of the domain (JWKS)'), uris.jwksUri] as [string, string]] : []),
];

const listForSaml = ({ redirectUri, samlMetadataUri = '' }: Uris, entityId: string): [string, string][] => [
  [i18n.t('Metadata address'), samlMetadataUri],
  [i18n.t('Entity ID (audience)'), entityId],
  [i18n.t('Assertion consumer service (ACS)'), redirectUri],
  [i18n.t('Single logout service'), `${redirectUri}/logout`],
];
