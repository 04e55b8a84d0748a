import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { Anchor, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { CopyButton } from './copy-button.js';
import classes from './secret-once.module.css';

interface SecretOnceProps {
  title: string;
  /** The name of the field, such as "Client secret". */
  label: string;
  secret: string;
  /** The variable of the `.env` file. Without it there is no file. */
  variable?: string;
  /** What the operator confirms; by default that the secret is stored. */
  confirmation?: string;
  /** What to know about a secret of which not only a hash is kept. */
  note?: string;
  /** Forgets the secret. */
  onDone: () => void;
}

/** Shows a secret that was made, until the operator says that it is stored. It lives in the memory of this component's owner alone. */
export function SecretOnce({ title, label, secret, variable, confirmation, note, onDone }: SecretOnceProps) {
  const [isStored, setStored] = useState(false);
  useBlocker({
    shouldBlockFn: () => !isStored && !window.confirm(i18n.t('Leave without the secret? Nobody can show it again.')),
    enableBeforeUnload: () => !isStored,
  });
  const [download, setDownload] = useState('');
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([`${variable}=${secret}\n`], { type: 'text/plain' }));
    setDownload(url);
    return () => URL.revokeObjectURL(url);
  }, [variable, secret]);
  return (
    <section className={classes['panel']} aria-label={title}>
      <span className={classes['icon']}>
        <IconKey size={20} aria-hidden />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{note ?? i18n.t('Latchkey keeps only a hash of it. Once you close this, nobody can show it again.')}</p>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            label={label}
            value={secret}
            readOnly
            classNames={{ input: classes['secret'] ?? '' }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={secret} text />
        </Group>
        <Group justify="space-between" mt="md">
          <Checkbox
            label={confirmation ?? i18n.t('I have stored the secret')}
            checked={isStored}
            onChange={(event) => setStored(event.currentTarget.checked)}
          />
          <Group gap="md">
            {variable && (
              <Anchor href={download} download=".env" fw={550}>
                <IconDownload size={15} aria-hidden /> {i18n.t('Download as .env')}
              </Anchor>
            )}
            <Button variant="default" disabled={!isStored} onClick={onDone}>
              {i18n.t('Done')}
            </Button>
          </Group>
        </Group>
      </div>
    </section>
  );
}
