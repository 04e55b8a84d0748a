import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { message } from '../../messages/message.js';
import { EVENT_FAMILIES, EVENT_TYPES } from './event-types.js';
import type { FilterName } from './log-search.js';

const HINTS: Partial<Record<FilterName, string>> = {
  type: message('A type, or a whole family such as user.*'),
  user: message('The sub of the user, a UUID'),
  client: message('The client_id'),
  actor: message('The id of an API key, or the sub of a user'),
  requestId: message('The X-Request-Id of an answer'),
};

interface FilterFieldProps {
  name: FilterName;
  label: string;
  value: string;
  onApply: (value: string) => void;
}

/** The value of one filter, with a button that applies it. */
export function FilterField({ name, label, value, onApply }: FilterFieldProps) {
  const [text, setText] = useState(value);
  const common = { label, description: HINTS[name] && i18n.t(HINTS[name]), 'data-autofocus': true };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      {name === 'type' ? (
        <MultiSelect
          {...common}
          data={[
            { group: i18n.t('Families'), items: [...EVENT_FAMILIES] },
            { group: i18n.t('Types'), items: [...EVENT_TYPES] },
          ]}
          value={text === '' ? [] : text.split(',')}
          onChange={(types) => setText(types.join(','))}
          searchable
          clearable
          maxDropdownHeight={260}
          comboboxProps={{ withinPortal: false }}
          nothingFoundMessage={i18n.t('No such type')}
        />
      ) : (
        <TextInput
          {...common}
          value={text}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" mt="sm" gap="xs">
        {value !== '' && (
          <Button variant="default" onClick={() => onApply('')}>
            {i18n.t('Remove filter')}
          </Button>
        )}
        <Button type="submit" disabled={text.trim() === value}>
          {i18n.t('Apply')}
        </Button>
      </Group>
    </form>
  );
}
