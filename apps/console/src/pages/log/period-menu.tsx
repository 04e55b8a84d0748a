import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Popover, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { message } from '../../messages/message.js';
import type { LogChange, LogSearch } from './log-search.js';
import classes from './log.module.css';

const HOUR_MS = 3_600_000;

const PERIODS = [
  { label: message('Last hour'), milliseconds: HOUR_MS },
  { label: message('Last 24 hours'), milliseconds: 24 * HOUR_MS },
  { label: message('Last 7 days'), milliseconds: 7 * 24 * HOUR_MS },
  { label: message('Last 30 days'), milliseconds: 30 * 24 * HOUR_MS },
] as const;

const format = (time: string) => new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

function describePeriod({ from, to }: LogSearch): string {
  if (from && to) return `${format(from)} – ${format(to)}`;
  if (from) return i18n.t('Since {time}', { time: format(from) });
  if (to) return i18n.t('Until {time}', { time: format(to) });
  return i18n.t('Any time');
}

/** A time for `datetime-local`, in the operator's time zone. */
function toLocal(time: string | undefined): string {
  if (!time || Number.isNaN(Date.parse(time))) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const fromLocal = (text: string) => (text === '' ? undefined : new Date(text).toISOString());

/** Chooses when the entries were written. The URL gets the times themselves, so that a link shows the same entries tomorrow. */
export function PeriodMenu({ search, onChange }: { search: LogSearch; onChange: (next: LogChange) => void }) {
  const [isOpen, setOpen] = useState(false);
  const apply = (from: string | undefined, to: string | undefined) => {
    onChange({ from, to });
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          className={classes['period'] ?? ''}
          variant="default"
          rightSection={<IconChevronDown size={15} stroke={1.6} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen((open) => !open)}
        >
          {describePeriod(search)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={2}>
          <UnstyledButton className={classes['option']} onClick={() => apply(undefined, undefined)}>
            {i18n.t('Any time')}
          </UnstyledButton>
          {PERIODS.map(({ label, milliseconds }) => (
            <UnstyledButton
              key={label}
              className={classes['option']}
              onClick={() => apply(new Date(Date.now() - milliseconds).toISOString(), undefined)}
            >
              {i18n.t(label)}
            </UnstyledButton>
          ))}
        </Stack>
        <OwnPeriod search={search} onApply={apply} />
      </Popover.Dropdown>
    </Popover>
  );
}

function OwnPeriod({ search, onApply }: { search: LogSearch; onApply: (from: string | undefined, to: string | undefined) => void }) {
  const [from, setFrom] = useState(toLocal(search.from));
  const [to, setTo] = useState(toLocal(search.to));
  return (
    <form
      className={classes['own-period']}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(fromLocal(from), fromLocal(to));
      }}
    >
      <TextInput type="datetime-local" label={i18n.t('From')} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
      <TextInput type="datetime-local" label={i18n.t('To')} mt="xs" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      <Group justify="flex-end" mt="sm">
        <Button type="submit">{i18n.t('Apply')}</Button>
      </Group>
    </form>
  );
}
