import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Modal, Text } from '@mantine/core';
import { signInByPopup } from './session.js';

/** Lies above the page when the session is over. What was typed below stays, and the refused request is sent again. */
export default function SessionOverDialog() {
  const [failure, setFailure] = useState<string | null>(null);
  const signIn = () => {
    setFailure(null);
    signInByPopup().catch((error: Error) => setFailure(error.message));
  };
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} title={i18n.t('Your session is over')}>
      <Text size="md" mb="md">
        {i18n.t('Sign in again to go on. What you typed is kept, and the last request is sent again.')}
      </Text>
      {failure && (
        <Text c="var(--lk-danger-ink)" role="alert" mb="md">
          {failure}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={signIn} data-autofocus>
          {i18n.t('Sign in')}
        </Button>
      </Group>
    </Modal>
  );
}
