import { i18n } from '@lingui/core';
import { Checkbox, Input, Table } from '@mantine/core';
import type { components } from '@latchkey/api-client';

type Permission = components['schemas']['ApiKeyRequest']['permissions'][number];
type ResourceOf<P> = P extends `${infer R}:${string}` ? R : never;
type Resource = Exclude<ResourceOf<Permission>, '*'>;

/** Every resource that the API has permissions for; the compiler notices a missing one. */
const HAS_PERMISSIONS: Record<Resource, true> = {
  domain: true,
  client: true,
  scope: true,
  resource: true,
  role: true,
  user: true,
  provider: true,
  branding: true,
  log: true,
  webhook: true,
  usage: true,
  operator: true,
  subscription: true,
};
const RESOURCES = Object.keys(HAS_PERMISSIONS);

interface PermissionMatrixProps {
  value?: string[];
  onChange?: (permissions: string[]) => void;
  error?: React.ReactNode;
  disabled?: boolean;
}

/** Chooses permissions: a row for each kind of resource, a column for reading and one for writing, and one row for all. */
export function PermissionMatrix({ value = [], onChange, error, disabled = false }: PermissionMatrixProps) {
  const has = (permission: string) => value.includes(permission);
  const toggle = (permission: string, implied: string[]) =>
    onChange?.(
      has(permission) ? value.filter((held) => held !== permission) : [...value.filter((held) => !implied.includes(held)), permission],
    );
  const rows = [
    { name: i18n.t('Everything'), read: '*:read', write: '*' },
    ...RESOURCES.map((resource) => ({ name: resource, read: `${resource}:read`, write: `${resource}:write` })),
  ];
  return (
    <Input.Wrapper
      label={i18n.t('Permissions')}
      description={i18n.t('Writing includes reading.')}
      error={error}
      required
      labelElement="div"
    >
      <Table mt="xs" withTableBorder verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{i18n.t('Resource')}</Table.Th>
            <Table.Th w={72}>{i18n.t('Read')}</Table.Th>
            <Table.Th w={72}>{i18n.t('Write')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, read, write }) => {
            const mayWrite = has(write) || (write !== '*' && has('*'));
            const mayRead = mayWrite || has(read) || has('*:read') || has('*');
            return (
              <Table.Tr key={write}>
                <Table.Th scope="row" fw={400}>
                  {write === '*' ? name : <code>{name}</code>}
                </Table.Th>
                <Table.Td>
                  <Checkbox
                    aria-label={read}
                    checked={mayRead}
                    disabled={disabled || (mayRead && !has(read))}
                    onChange={() => toggle(read, [])}
                  />
                </Table.Td>
                <Table.Td>
                  <Checkbox
                    aria-label={write}
                    checked={mayWrite}
                    disabled={disabled || (mayWrite && !has(write))}
                    onChange={() => toggle(write, [read])}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Input.Wrapper>
  );
}
