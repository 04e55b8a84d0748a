import { i18n } from '@lingui/core';
import { ActionIcon, Button, CopyButton as Copy } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies a value: an icon beside it, or a button with the word. */
export function CopyButton({ value, label, text = false }: { value: string; label?: string; text?: boolean }) {
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => {
        const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
        if (text) {
          return (
            <Button leftSection={icon} onClick={copy} aria-live="polite">
              {copied ? i18n.t('Copied') : i18n.t('Copy')}
            </Button>
          );
        }
        return (
          <ActionIcon variant="subtle" color="gray" aria-label={copied ? i18n.t('Copied') : (label ?? i18n.t('Copy'))} onClick={copy}>
            {icon}
          </ActionIcon>
        );
      }}
    </Copy>
  );
}
