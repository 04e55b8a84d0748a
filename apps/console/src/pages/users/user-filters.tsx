import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Menu, Popover, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import classes from './users.module.css';

/** What the list is filtered by, as in its address. */
export interface UserFilters {
  provider: string | undefined;
  attributes: Record<string, string>;
}

interface UserFiltersProps {
  domain: string;
  filters: UserFilters;
  onChange: (filters: UserFilters) => void;
}

/** Chips that filter the users: a dashed one adds a filter, a filled one is set and is taken away by a click. */
export function UserFilterChips({ domain, filters, onChange }: UserFiltersProps) {
  const { provider, attributes } = filters;
  const without = (name: string) => Object.fromEntries(Object.entries(attributes).filter(([other]) => other !== name));
  return (
    <div className={classes['filters']} role="group" aria-label={i18n.t('Filters')}>
      {provider === undefined ? (
        <ProviderChip domain={domain} onChoose={(name) => onChange({ ...filters, provider: name })} />
      ) : (
        <SetChip text={i18n.t('Provider: {provider}', { provider })} onRemove={() => onChange({ ...filters, provider: undefined })} />
      )}
      {Object.entries(attributes).map(([name, value]) => (
        <SetChip key={name} text={`${name} = ${value}`} onRemove={() => onChange({ ...filters, attributes: without(name) })} />
      ))}
      <AttributeChip onAdd={(name, value) => onChange({ ...filters, attributes: { ...attributes, [name]: value } })} />
    </div>
  );
}

function SetChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className={classes['chip']}
      data-set
      aria-label={i18n.t('Remove the filter {filter}', { filter: text })}
      onClick={onRemove}
    >
      <bdi>{text}</bdi>
      <IconX size={14} stroke={1.6} aria-hidden />
    </button>
  );
}

function ProviderChip({ domain, onChoose }: { domain: string; onChoose: (name: string) => void }) {
  const can = useCan();
  const providers = useQuery({
    queryKey: ['providers', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/provider', { params: { path: { domain } } })),
    enabled: can('provider:read'),
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes['chip']}>
          <IconPlus size={14} stroke={1.6} aria-hidden />
          {i18n.t('Identity provider')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('local')}>{i18n.t('None: local users')}</Menu.Item>
        {providers.data?.data.map(({ name, displayName }) => (
          <Menu.Item key={name} onClick={() => onChoose(name)}>
            <bdi>{displayName ?? name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function AttributeChip({ onAdd }: { onAdd: (name: string, value: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const add = () => {
    onAdd(name.trim(), value);
    setOpen(false);
    setName('');
    setValue('');
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes['chip']} onClick={() => setOpen(!isOpen)}>
          <IconPlus size={14} stroke={1.6} aria-hidden />
          {i18n.t('Attribute')}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) add();
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={i18n.t('Attribute')}
              placeholder="department"
              maxLength={128}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TextInput
              label={i18n.t('Exact value')}
              placeholder="Sales"
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={!name.trim()}>
                {i18n.t('Add filter')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
