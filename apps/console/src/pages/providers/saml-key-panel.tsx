import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconRotateClockwise } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../api/api.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Panel } from '../../ui/panel.js';
import { showToast } from '../../ui/toasts.js';
import { putProvider, type ProviderKey } from './provider-query.js';
import { toBody, toValues, type Provider } from './provider-values.js';
import classes from './providers.module.css';

/** The key of the domain at a SAML identity provider. */
export function SamlKeyPanel({ providerKey, read }: { providerKey: ProviderKey; read: Answer<Provider> }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const rotate = async () => {
    const header = read.etag === null ? {} : { 'If-Match': read.etag };
    await putProvider(providerKey, toBody(toValues(read.data)), { header, query: { rotateKey: 'true' } });
    showToast({ message: i18n.t('Key rotated. Register the metadata again.') });
    await queries.invalidateQueries({ queryKey: ['providers', providerKey.domain] });
  };
  return (
    <Panel title={i18n.t('Key of the domain')}>
      <p className={classes['text']}>
        {i18n.t(
          'The metadata contains its certificate, with which the provider can encrypt assertions. The key signs logout messages, and requests if you turn that on.',
        )}
      </p>
      <Button variant="default" leftSection={<IconRotateClockwise size={16} stroke={1.6} aria-hidden />} onClick={() => setAsking(true)}>
        {i18n.t('Rotate key')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={i18n.t('Rotate key')}
          confirm={i18n.t('Rotate key')}
          pending={i18n.t('Rotating')}
          onConfirm={rotate}
          onClose={() => setAsking(false)}
        >
          <p>
            {i18n.t(
              'The new key signs from now on, so register the metadata at the provider again. The former key still decrypts assertions until the next rotation.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
