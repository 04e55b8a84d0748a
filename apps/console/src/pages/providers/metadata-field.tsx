import { useState, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { MONO_CLASS } from '../../ui/form-section.js';

/** The limit of the API. */
const MAX_KILOBYTES = 128;
const MAX_BYTES = MAX_KILOBYTES * 1024;

interface MetadataFieldProps {
  value: string;
  onChange: (metadata: string) => void;
  error: ReactNode;
}

/** The metadata of a SAML identity provider: pasted, or from a file. */
export function MetadataField({ value, onChange, error }: MetadataFieldProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = async (file: File | null) => {
    if (!file) return;
    setTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) onChange(await file.text());
  };
  return (
    <div>
      <Textarea
        label={i18n.t('Metadata of the provider')}
        description={i18n.t('Paste the XML from the administrator of the provider. It contains the addresses and certificates.')}
        placeholder="<EntityDescriptor …>"
        required
        rows={8}
        spellCheck={false}
        classNames={{ input: MONO_CLASS }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isTooLarge ? i18n.t('Larger than {size} KiB. Choose the metadata of one provider.', { size: MAX_KILOBYTES }) : error}
      />
      <Group mt="xs">
        <FileButton onChange={(file) => void choose(file)} accept=".xml,application/xml,text/xml,application/samlmetadata+xml">
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconFileUpload size={16} stroke={1.6} aria-hidden />}>
              {i18n.t('Choose a file')}
            </Button>
          )}
        </FileButton>
      </Group>
    </div>
  );
}
