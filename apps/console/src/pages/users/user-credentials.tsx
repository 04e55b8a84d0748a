import type { ComponentType } from 'react';
import { i18n } from '@lingui/core';
import { IconDeviceMobile, IconFingerprint, IconListNumbers, type IconProps } from '@tabler/icons-react';
import type { components } from '@latchkey/api-client';
import { message } from '../../messages/message.js';
import classes from './users.module.css';

export type CredentialType = components['schemas']['UserSummaryResponse']['credentials'][number];

/** How credentials look and are called. */
export const CREDENTIALS: Record<CredentialType, { icon: ComponentType<IconProps>; label: string }> = {
  Passkey: { icon: IconFingerprint, label: message('Passkey') },
  Totp: { icon: IconDeviceMobile, label: message('Authenticator app') },
  RecoveryCodes: { icon: IconListNumbers, label: message('Recovery codes') },
};

/** What a user can sign in with, as signs in a fixed order: one compares the rows of a list by their places. */
export function UserCredentials({ types }: { types: readonly CredentialType[] }) {
  if (types.length === 0) return <span className={classes['note']}>{i18n.t('None')}</span>;
  return (
    <span className={classes['credentials']}>
      {types.map((type) => {
        const { icon: Icon, label } = CREDENTIALS[type];
        return (
          <span key={type} role="img" aria-label={i18n.t(label)} title={i18n.t(label)} data-type={type}>
            <Icon size={17} stroke={1.6} aria-hidden />
          </span>
        );
      })}
    </span>
  );
}
