import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Modal, Radio, Table } from '@mantine/core';
import type { EditedForm } from './use-resource-form.js';

interface ConflictDialogProps {
  form: EditedForm;
  labels: Record<string, string>;
}

const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Shows both versions of the fields that two operators changed, and lets one choose for each. Nothing typed is lost. */
export function ConflictDialog({ form, labels }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<Record<string, boolean>>({});
  const { conflicts } = form;
  const resolve = (takesTheirs: (field: string) => boolean) =>
    form.resolve(
      Object.fromEntries(conflicts.map((conflict) => [conflict.field, takesTheirs(conflict.field) ? conflict.theirs : conflict.mine])),
    );
  return (
    <Modal opened={conflicts.length > 0} onClose={form.dismissConflicts} title={i18n.t('Another operator saved this meanwhile')} size="lg">
      <p>{i18n.t('Nothing of yours is lost. Choose for each field what to keep.')}</p>
      <Table withTableBorder withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th miw={90}>{i18n.t('Field')}</Table.Th>
            <Table.Th>{i18n.t('Yours')}</Table.Th>
            <Table.Th>{i18n.t('Saved by the other')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {conflicts.map(({ field, mine, theirs: other }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{labels[field] ?? field}</Table.Th>
              {[false, true].map((isTheirs) => (
                <Table.Td key={String(isTheirs)}>
                  <Radio
                    name={`conflict-${field}`}
                    checked={(theirs[field] ?? false) === isTheirs}
                    onChange={() => setTheirs({ ...theirs, [field]: isTheirs })}
                    label={show(isTheirs ? other : mine)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group mt="lg">
        <Button onClick={() => resolve((field) => theirs[field] ?? false)}>{i18n.t('Save this choice')}</Button>
        <Button variant="default" onClick={() => resolve(() => true)}>
          {i18n.t('Take all of theirs')}
        </Button>
      </Group>
    </Modal>
  );
}
