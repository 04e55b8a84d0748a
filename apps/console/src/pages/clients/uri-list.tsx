import { useRef } from 'react';
import { i18n } from '@lingui/core';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './clients.module.css';

interface UriListProps {
  label: string;
  description?: string;
  /** The name of the field, under which the errors of its items stand. */
  name: string;
  value: string[];
  onChange: (uris: string[]) => void;
  /** Errors by field, such as `redirectUris.0`. */
  errors: Record<string, React.ReactNode>;
  placeholder?: string;
  /** What the button says. */
  addLabel: string;
}

/** A list of addresses, one field for each, so that each error stands at its address. */
export function UriList({ label, description, name, value, onChange, errors, placeholder, addLabel }: UriListProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const rows = value.length > 0 ? value : [''];
  const focus = (index: number) => requestAnimationFrame(() => box.current?.querySelectorAll('input')[index]?.focus());
  const change = (index: number, uri: string) => onChange(rows.map((row, at) => (at === index ? uri : row)));
  const remove = (index: number) => {
    onChange(rows.filter((_row, at) => at !== index));
    focus(Math.max(0, index - 1));
  };
  const add = () => {
    onChange([...rows, '']);
    focus(rows.length);
  };
  return (
    <fieldset className={classes['uris']} ref={box}>
      <legend>{label}</legend>
      {description && <p>{description}</p>}
      {errors[name] && <p role="alert">{errors[name]}</p>}
      {rows.map((uri, index) => (
        // The rows are told apart by their place alone.
        <div key={index}>
          <TextInput
            flex={1}
            type="url"
            inputMode="url"
            aria-label={i18n.t('{label}, {number}', { label, number: index + 1 })}
            placeholder={placeholder}
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            value={uri}
            onChange={(event) => change(index, event.currentTarget.value)}
            error={errors[`${name}.${index}`]}
          />
          {rows.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={i18n.t('Remove {uri}', { uri: uri || String(index + 1) })}
              onClick={() => remove(index)}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {addLabel}
      </Button>
    </fieldset>
  );
}

/** The addresses that were filled in. */
export const withoutBlank = (uris: readonly string[]) => uris.map((uri) => uri.trim()).filter((uri) => uri !== '');
