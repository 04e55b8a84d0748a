import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { Anchor, Button, Group } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import classes from './wizard.module.css';

const LINE_LENGTH = 64;
/** The browser's: the private key exists there alone. */
const { subtle } = window.crypto;
const FILE_NAME = 'private-key.pem';

/** @returns a new key pair for ES256: the public one as a JWK set, the private one as PEM */
async function generateKeyPair(): Promise<{ keys: string; pem: string }> {
  const { publicKey, privateKey } = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const { kty, crv, x, y } = await subtle.exportKey('jwk', publicKey);
  const jwk = { kty, crv, x, y, kid: window.crypto.randomUUID(), alg: 'ES256', use: 'sig' };
  const der = new Uint8Array(await subtle.exportKey('pkcs8', privateKey));
  const lines = btoa(String.fromCharCode(...der)).match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [];
  return {
    keys: JSON.stringify({ keys: [jwk] }, null, 2),
    pem: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n'),
  };
}

/** Makes a key pair in the browser. The private key leaves it as a file alone, never over the network. */
export function GenerateKey({ onGenerated }: { onGenerated: (keys: string) => void }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  const generate = async () => {
    const { keys, pem } = await generateKeyPair();
    const file = URL.createObjectURL(new Blob([pem], { type: 'application/x-pem-file' }));
    Object.assign(document.createElement('a'), { href: file, download: FILE_NAME }).click();
    setUrl(file);
    onGenerated(keys);
  };
  if (url === null) {
    return (
      <Button variant="default" leftSection={<IconKey size={16} stroke={1.6} aria-hidden />} onClick={() => void generate()}>
        {i18n.t('Make a key pair here')}
      </Button>
    );
  }
  return (
    <div className={classes['brass']} role="status">
      <Group justify="space-between" gap="sm">
        <span>{i18n.t('The private key was made in this browser and saved as a file. Nobody can show it again.')}</span>
        <Anchor href={url} download={FILE_NAME} fw={550}>
          <IconDownload size={15} aria-hidden /> {i18n.t('Save it again')}
        </Anchor>
      </Group>
    </div>
  );
}
