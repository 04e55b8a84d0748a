import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { message } from '../../messages/message.js';
import { EVENT_FAMILIES, EVENT_TYPES } from '../../events/event-types.js';
import type { FilterName } from './log-search.js';
import { ClientField, UserField } from './remote-field.js';

const HINTS: Partial<Record<FilterName, string>> = {
  type: message('A type, or a whole family such as user.*'),
  user: message('Search by name'),
  client: message('The client_id'),
  actor: message('The id of an API key, or the sub of a user'),
  requestId: message('The X-Request-Id of an answer'),
};

interface FilterFieldProps {
  domain: string;
  name: FilterName;
  label: string;
  value: string;
  /** @param isMore whether further values may follow */
  onApply: (value: string, isMore?: boolean) => void;
}

/** The value of one filter. What is chosen from a list applies at once; typed text, by Enter or the button. */
export function FilterField({ domain, name, label, value, onApply }: FilterFieldProps) {
  const [text, setText] = useState(value);
  const isChosen = name === 'type' || name === 'user';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      <Field domain={domain} name={name} label={label} value={isChosen ? value : text} onChange={setText} onApply={onApply} />
      <Group justify="flex-end" mt="sm" gap="xs" hidden={isChosen && value === ''}>
        {value !== '' && (
          <Button variant="default" onClick={() => onApply('')}>
            {i18n.t('Remove filter')}
          </Button>
        )}
        {!isChosen && (
          <Button type="submit" disabled={text.trim() === value}>
            {i18n.t('Apply')}
          </Button>
        )}
      </Group>
    </form>
  );
}

interface FieldProps extends FilterFieldProps {
  onChange: (value: string) => void;
}

function Field({ domain, name, label, value, onChange, onApply }: FieldProps) {
  const common = { label, description: HINTS[name] && i18n.t(HINTS[name]) };
  if (name === 'user') return <UserField {...common} domain={domain} value={value} onChange={onApply} />;
  if (name === 'client') return <ClientField {...common} domain={domain} value={value} onChange={onChange} onChoose={onApply} />;
  if (name === 'type') {
    return (
      <MultiSelect
        {...common}
        data-autofocus
        data={[
          { group: i18n.t('Families'), items: [...EVENT_FAMILIES] },
          { group: i18n.t('Types'), items: [...EVENT_TYPES] },
        ]}
        value={value === '' ? [] : value.split(',')}
        onChange={(types) => onApply(types.join(','), true)}
        searchable
        clearable
        maxDropdownHeight={260}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={i18n.t('No such type')}
      />
    );
  }
  return (
    <TextInput
      {...common}
      data-autofocus
      value={value}
      maxLength={200}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
