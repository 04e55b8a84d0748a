import type { ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconArrowRight, IconPlus, IconX } from '@tabler/icons-react';
import type { Pair } from './provider-values.js';
import classes from './providers.module.css';

interface PairsFieldProps {
  label: string;
  description: string;
  /** What the first and the second field of a row are. */
  keyLabel: string;
  valueLabel: string;
  addLabel: string;
  value?: Pair[];
  onChange?: (pairs: Pair[]) => void;
  error?: ReactNode;
}

/** The members of an object, as rows of two fields. */
export function PairsField({ label, description, keyLabel, valueLabel, addLabel, value = [], onChange, error }: PairsFieldProps) {
  const change = (index: number, part: Partial<Pair>) => onChange?.(value.map((pair, n) => (n === index ? { ...pair, ...part } : pair)));
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <div className={classes['pairs']}>
        {value.map(({ key, value: text }, index) => (
          // Rows have no name of their own: what is typed may repeat.
          <div key={index} className={classes['pair']}>
            <TextInput
              aria-label={`${keyLabel} ${index + 1}`}
              placeholder={keyLabel}
              value={key}
              spellCheck={false}
              error={Boolean(error)}
              onChange={(event) => change(index, { key: event.currentTarget.value })}
            />
            <IconArrowRight size={15} stroke={1.6} aria-hidden />
            <TextInput
              aria-label={`${valueLabel} ${index + 1}`}
              placeholder={valueLabel}
              value={text}
              spellCheck={false}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={i18n.t('Remove {name}', { name: key || String(index + 1) })}
              onClick={() => onChange?.(value.filter((_pair, n) => n !== index))}
            >
              <IconX size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onChange?.([...value, { key: '', value: '' }])}
        >
          {addLabel}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
