import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Autocomplete, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';

/** Milliseconds after the last key before a search begins. */
const SEARCH_DELAY_MS = 150;
const MAX_FOUND = 20;

interface RemoteFieldProps {
  domain: string;
  label: string;
  description: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Chooses a user by a part of their name. */
export function UserField({ domain, value, onChange, ...field }: RemoteFieldProps) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, SEARCH_DELAY_MS);
  const { data } = useQuery({
    queryKey: ['user-options', domain, search],
    queryFn: () =>
      answer(api.GET('/v1/domain/{domain}/user', { params: { path: { domain }, query: { limit: MAX_FOUND, ...(search && { search }) } } })),
    enabled: useCan()('user:read'),
    placeholderData: keepPreviousData,
  });
  const users = (data?.data ?? []) as components['schemas']['UserSummaryResponse'][];
  const options = users.map(({ sub, preferredUsername }) => ({ value: sub, label: preferredUsername }));
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      {...field}
      data-autofocus
      searchable
      clearable
      allowDeselect
      data={isKnown ? options : [{ value, label: value }, ...options]}
      value={value === '' ? null : value}
      onChange={(sub) => onChange(sub ?? '')}
      onSearchChange={setText}
      filter={({ options: found }) => found}
      maxDropdownHeight={240}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={i18n.t('No such user')}
    />
  );
}

/** Names a client, with suggestions. A client that was deleted has none, and can be named as well. */
export function ClientField({ domain, value, onChange, onChoose, ...field }: RemoteFieldProps & { onChoose: (value: string) => void }) {
  const [search] = useDebouncedValue(value, SEARCH_DELAY_MS);
  const { data } = useQuery({
    queryKey: ['client-options', domain, search],
    queryFn: () =>
      answer(
        api.GET('/v1/domain/{domain}/client', { params: { path: { domain }, query: { limit: MAX_FOUND, ...(search && { search }) } } }),
      ),
    enabled: useCan()('client:read'),
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      {...field}
      data-autofocus
      data={data?.data.map(({ clientId }) => clientId) ?? []}
      value={value}
      onChange={onChange}
      onOptionSubmit={onChoose}
      maxDropdownHeight={240}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
