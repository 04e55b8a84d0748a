import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';

/** Milliseconds after the last key before a search begins. */
const SEARCH_DELAY_MS = 150;

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Searches as one types. `/` on the keyboard leads here. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, SEARCH_DELAY_MS);
  useEffect(() => setText(value), [value]);
  const change = (next: string) => {
    setText(next);
    search(next);
  };
  return (
    <TextInput
      type="search"
      data-search-field
      w={300}
      maw="100%"
      maxLength={256}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? <CloseButton size="sm" aria-label={i18n.t('Clear search')} onClick={() => change('')} /> : <Kbd aria-hidden>/</Kbd>
      }
    />
  );
}
