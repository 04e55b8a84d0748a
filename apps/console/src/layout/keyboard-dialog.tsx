import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Kbd, Modal, Switch, Table } from '@mantine/core';
import { message } from '../messages/message.js';
import { hasSingleKeys, setSingleKeys } from '../ui/single-keys.js';
import { DOMAIN_SECTIONS, GLOBAL_SECTIONS } from './sections.js';

const KEYS = [
  ['Ctrl K', message('Find a page, a domain, a client or a user')],
  ['Ctrl S', message('Save')],
  ['Ctrl .', message('Show the whole request')],
  ['/', message('Search in the list')],
  ['j k', message('Next and previous row')],
  ['n', message('Create')],
  ['z', message('Undo')],
  ['?', message('Show this list')],
] as const;

/** The keys of the console. Single ones can be turned off. */
export default function KeyboardDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys);
  const change = (next: boolean) => {
    setSingleKeys(next);
    setOn(next);
  };
  const sections = [...GLOBAL_SECTIONS, ...DOMAIN_SECTIONS].map(({ key, label }) => [`g ${key}`, label] as const);
  return (
    <Modal opened onClose={onClose} title={i18n.t('Keys')}>
      <Table mb="md">
        <Table.Tbody>
          {[...KEYS, ...sections].map(([keys, label]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" w={90}>
                <Kbd>{keys}</Kbd>
              </Table.Th>
              <Table.Td>{i18n.t(label)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        label={i18n.t('Single keys')}
        description={i18n.t('Turn them off if speech input triggers them.')}
        checked={isOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Modal>
  );
}
