import type { ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Stack } from '@mantine/core';
import { Facts } from '../../ui/facts.js';
import { Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import type { ResourceForm } from '../../ui/use-resource-form.js';
import classes from './clients.module.css';

interface EditPanelProps<V extends Record<string, unknown>> {
  title: string;
  description?: ReactNode;
  form: ResourceForm<V>;
  /** The words of the fields, by their names. */
  labels: Record<string, string>;
  /** Whether the operator may change it. Otherwise the values are text. */
  can: boolean;
  action?: ReactNode;
  children: ReactNode;
}

/** A form that edits one document, in a panel of its own. */
export function EditPanel<V extends Record<string, unknown>>({
  title,
  description,
  form,
  labels,
  can,
  action,
  children,
}: EditPanelProps<V>) {
  if (!can) {
    const values = form.form.getValues();
    return (
      <Panel title={title} description={description} flush>
        <Facts facts={Object.entries(labels).map(([name, label]) => ({ label, value: formatValue(values[name]) }))} />
      </Panel>
    );
  }
  return (
    <Panel title={title} description={description} action={action}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <Stack gap="md">{children}</Stack>
        <SaveBar form={form} labels={labels} />
      </form>
    </Panel>
  );
}

/** A value of a form as text, for operators who may only read. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.map((item) => formatValue(item)).join(', ') : i18n.t('None');
  if (typeof value === 'boolean') return value ? i18n.t('Yes') : i18n.t('No');
  if (value === null || value === undefined || value === '') return i18n.t('Not set');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
