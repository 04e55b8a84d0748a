import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, CloseButton, Drawer, Popover, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { message } from '../../messages/message.js';
import { FilterField } from './filter-field.js';
import { FILTER_NAMES, type FilterName, type LogChange, type LogSearch } from './log-search.js';
import { PeriodMenu } from './period-menu.js';
import classes from './log.module.css';

const CHIPS = [
  { name: 'type', label: message('Type') },
  { name: 'user', label: message('User') },
  { name: 'client', label: message('Client') },
  { name: 'actor', label: message('Actor') },
  { name: 'requestId', label: message('Request id') },
] as const satisfies { name: FilterName; label: string }[];

interface FilterBarProps {
  domain: string;
  /** Known names of users by `sub`. */
  users: ReadonlyMap<string, string>;
  search: LogSearch;
  onChange: (next: LogChange) => void;
}

/** The filters of the log. Each stands in the URL. On narrow windows all are in one sheet. */
export function FilterBar({ domain, search, users, onChange }: FilterBarProps) {
  const isNarrow = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false });
  if (isNarrow) return <FilterSheet domain={domain} search={search} onChange={onChange} />;
  return (
    <div className={classes['filters']}>
      {CHIPS.map(({ name, label }) => (
        <FilterChip
          key={name}
          domain={domain}
          name={name}
          label={i18n.t(label)}
          value={search[name]}
          shown={users.get(search[name] ?? '') ?? search[name]}
          onChange={onChange}
        />
      ))}
      <PeriodMenu search={search} onChange={onChange} />
    </div>
  );
}

interface FilterChipProps {
  domain: string;
  name: FilterName;
  label: string;
  value: string | undefined;
  /** The value as people know it. */
  shown: string | undefined;
  onChange: (next: LogChange) => void;
}

const MAX_SHOWN_LENGTH = 24;

function FilterChip({ domain, name, label, value, shown, onChange }: FilterChipProps) {
  const [isOpen, setOpen] = useState(false);
  const short = shown && shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH)}…` : shown;
  const apply = (next: string, isMore = false) => {
    onChange({ [name]: next === '' ? undefined : next });
    setOpen(isMore);
  };
  return (
    <span className={classes['chip']} data-set={value !== undefined || undefined}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" width={320} trapFocus returnFocus>
        <Popover.Target>
          <button type="button" onClick={() => setOpen((open) => !open)}>
            {value === undefined && <IconPlus size={14} stroke={1.6} aria-hidden />}
            {label}
            {short !== undefined && <code>{short}</code>}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterField domain={domain} name={name} label={label} value={value ?? ''} onApply={apply} />
        </Popover.Dropdown>
      </Popover>
      {value !== undefined && (
        <CloseButton size="xs" aria-label={i18n.t('Remove the filter {label}', { label })} onClick={() => apply('')} />
      )}
    </span>
  );
}

function FilterSheet({ domain, search, onChange }: Omit<FilterBarProps, 'users'>) {
  const [isOpen, setOpen] = useState(false);
  const count = FILTER_NAMES.filter((name) => search[name] !== undefined).length;
  return (
    <div className={classes['filters']}>
      <Button variant="default" size="md" leftSection={<IconFilter size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {count === 0 ? i18n.t('Filters') : i18n.t('Filters ({count})', { count })}
      </Button>
      <Drawer opened={isOpen} onClose={() => setOpen(false)} position="bottom" size="auto" title={i18n.t('Filters')}>
        <Stack gap="lg" pb="md">
          {CHIPS.map(({ name, label }) => (
            <FilterField
              key={name}
              domain={domain}
              name={name}
              label={i18n.t(label)}
              value={search[name] ?? ''}
              onApply={(next) => onChange({ [name]: next === '' ? undefined : next })}
            />
          ))}
          <PeriodMenu search={search} onChange={onChange} />
        </Stack>
      </Drawer>
    </div>
  );
}
