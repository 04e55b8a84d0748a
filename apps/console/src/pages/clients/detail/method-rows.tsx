import { useState } from 'react';
import { i18n } from '@lingui/core';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Time } from '../../../ui/time.js';
import type { ResourceForm } from '../../../ui/use-resource-form.js';
import type { Authentication } from '../client-queries.js';
import { MethodDialog } from './method-dialog.js';
import { describeMethod, METHODS, toEdited, type AuthenticationValues, type EditedMethod, type MethodType } from './methods.js';
import rows from '../clients.module.css';

const TYPES = Object.keys(METHODS) as MethodType[];

interface MethodRowsProps {
  read: Authentication;
  form: ResourceForm<AuthenticationValues>;
  can: boolean;
}

/** The five methods: those that the client may use, with their last use, and those that it could. */
export function MethodRows({ read, form, can }: MethodRowsProps) {
  const [edited, setEdited] = useState<{ type: MethodType; index: number | null } | null>(null);
  const { methods } = form.form.getValues();
  const set = (next: EditedMethod[]) => {
    form.form.clearErrors();
    form.form.setFieldValue('methods', next as never);
  };
  const add = (type: MethodType) => (type === 'ClientSecret' ? set([...methods, { type }]) : setEdited({ type, index: null }));
  const isListed = (type: MethodType, list: readonly { type: string }[]) => list.some((method) => method.type === type);
  return (
    <>
      <ul className={rows['rows']}>
        {TYPES.map((type) =>
          isListed(type, methods)
            ? methods.map((method, index) =>
                method.type === type ? (
                  <AllowedMethod
                    key={`${type} ${index}`}
                    method={method}
                    lastUse={findLastUse(read, method)}
                    errors={Object.entries(form.form.errors).filter(([field]) => field.startsWith(`methods.${index}`))}
                    onChange={can && type !== 'ClientSecret' ? () => setEdited({ type, index }) : undefined}
                    onRemove={can ? () => set(methods.filter((_method, at) => at !== index)) : undefined}
                  />
                ) : null,
              )
            : [<PossibleMethod key={type} type={type} onAdd={can ? () => add(type) : undefined} />],
        )}
      </ul>
      {isListed('ClientSecret', read.methods) && !isListed('ClientSecret', methods) && (
        <p className={rows['foot']}>{i18n.t('Saving deletes all secrets of the client.')}</p>
      )}
      {edited && (
        <MethodDialog
          type={edited.type}
          initial={edited.index === null ? null : (methods[edited.index] ?? null)}
          onClose={() => setEdited(null)}
          onChosen={(method) => {
            set(edited.index === null ? [...methods, method] : methods.map((other, at) => (at === edited.index ? method : other)));
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

const findLastUse = ({ methods }: Authentication, method: EditedMethod) =>
  methods.find((other) => JSON.stringify(toEdited(other)) === JSON.stringify(method))?.lastUsedAt ?? null;

function PossibleMethod({ type, onAdd }: { type: MethodType; onAdd: (() => void) | undefined }) {
  const { icon: Icon, label, description } = METHODS[type];
  return (
    <li>
      <Icon size={18} stroke={1.6} aria-hidden />
      <div>
        <strong>{i18n.t(label)}</strong>
        <small>{i18n.t(description)}</small>
      </div>
      {onAdd && (
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          aria-label={i18n.t('Add {method}', { method: i18n.t(label) })}
          onClick={onAdd}
        >
          {i18n.t('Add')}
        </Button>
      )}
    </li>
  );
}

interface AllowedMethodProps {
  method: EditedMethod;
  lastUse: string | null;
  errors: [field: string, error: React.ReactNode][];
  onChange: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function AllowedMethod({ method, lastUse, errors, onChange, onRemove }: AllowedMethodProps) {
  const { icon: Icon, label, description } = METHODS[method.type];
  return (
    <li>
      <Icon size={18} stroke={1.6} aria-hidden />
      <div>
        <strong>{i18n.t(label)}</strong>
        <small>
          {describeMethod(method) || i18n.t(description)} · {lastUse ? i18n.t('last used') : i18n.t('not used yet')}{' '}
          {lastUse && <Time at={lastUse} />}
        </small>
        {errors.map(([field, error]) => (
          <p key={field} role="alert">
            <code>{field}</code> {error}
          </p>
        ))}
      </div>
      <span className={rows['badge']} data-tone={lastUse ? 'success' : undefined}>
        {lastUse ? i18n.t('In use') : i18n.t('Allowed')}
      </span>
      {onChange && (
        <ActionIcon variant="subtle" color="gray" aria-label={i18n.t('Change {method}', { method: i18n.t(label) })} onClick={onChange}>
          <IconPencil size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" aria-label={i18n.t('Remove {method}', { method: i18n.t(label) })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
