import type { ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group } from '@mantine/core';
import { ConflictDialog } from './conflict-dialog.js';
import { FormProblem } from './form-problem.js';
import type { EditedForm } from './use-resource-form.js';

interface DialogFormProps {
  form: EditedForm;
  /** The words of the fields, for conflicts and for violations that no field shows. */
  labels: Record<string, string>;
  canSave: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog that changes one resource: what is wrong, the fields, and "Cancel" and "Save" at the foot. */
export function DialogForm({ form, labels, canSave, onClose, children }: DialogFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FormProblem error={form.error} fields={Object.keys(labels)} />
      {children}
      {canSave && (
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={form.isSaving || !form.isDirty} miw={90}>
            {form.isSaving ? i18n.t('Saving') : i18n.t('Save')}
          </Button>
        </Group>
      )}
      <ConflictDialog form={form} labels={labels} />
    </form>
  );
}
