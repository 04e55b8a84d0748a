import { useEffect } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConflictDialog } from './conflict-dialog.js';
import { FormProblem } from './form-problem.js';
import type { EditedForm } from './use-resource-form.js';
import classes from './save-bar.module.css';

interface SaveBarProps {
  form: EditedForm;
  /** The words of the fields, for conflicts and for violations that no field shows. */
  labels: Record<string, string>;
}

/** Appears at the foot of a form on the first change: what is wrong, "Discard" and "Save". Leaving with changes asks once. */
export function SaveBar({ form, labels }: SaveBarProps) {
  const { isDirty, isSaving, submit, violations } = form;
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !window.confirm(i18n.t('Leave without saving? Your changes are lost.')),
    enableBeforeUnload: isDirty,
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (isDirty) submit();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  return (
    <>
      <FormProblem error={form.error} fields={Object.keys(labels)} />
      {isDirty && (
        <div className={classes['bar']} data-save-bar>
          <span role="status" data-failed={violations > 0 || undefined}>
            {violations > 0
              ? i18n.t('{violations, plural, one {# field to correct} other {# fields to correct}}', { violations })
              : i18n.t('You have unsaved changes')}
          </span>
          <Button variant="default" onClick={form.discard} disabled={isSaving}>
            {i18n.t('Discard')}
          </Button>
          <Button onClick={submit} disabled={isSaving} miw={90}>
            {isSaving ? i18n.t('Saving') : i18n.t('Save')}
          </Button>
        </div>
      )}
      <ConflictDialog form={form} labels={labels} />
    </>
  );
}
