import { useState } from 'react';
import { i18n } from '@lingui/core';
import { IconWorld } from '@tabler/icons-react';
import { Columns } from '../../../ui/panel.js';
import { Notice } from '../../../ui/notice.js';
import { SecretOnce } from '../../../ui/secret-once.js';
import type { TabProps } from './tab-props.js';
import { AuthenticationPanel } from './authentication-panel.js';
import { ClientCode } from './client-code.js';
import { SecretsPanel } from './secrets-panel.js';
import { WhatItGets } from './what-it-gets.js';

/** How the client proves itself: its secrets, and the other ways. */
export function CredentialsTab({ path, read: { data: client } }: TabProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const isPublic = client.clientType === 'Public';
  return (
    <Columns
      aside={
        <>
          <ClientCode path={path} client={client} />
          <WhatItGets path={path} />
        </>
      }
    >
      {secret !== null && (
        <SecretOnce
          title={i18n.t('Copy the new secret now')}
          label={i18n.t('Client secret')}
          secret={secret}
          variable="CLIENT_SECRET"
          onDone={() => setSecret(null)}
        />
      )}
      {isPublic ? (
        <Notice icon={IconWorld} title={i18n.t('A public client proves nothing')}>
          <p>{i18n.t('Whoever has the program could read a secret in it. PKCE protects its sign-ins instead.')}</p>
        </Notice>
      ) : (
        <SecretsPanel path={path} onCreated={setSecret} newest={secret !== null} />
      )}
      <AuthenticationPanel path={path} isPublic={isPublic} />
    </Columns>
  );
}
