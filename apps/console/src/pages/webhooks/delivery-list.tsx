import type { ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { message } from '../../messages/message.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { Panel } from '../../ui/panel.js';
import type { Delivery } from './delivery-table.js';

const STATUSES = [
  { value: 'all', label: message('All') },
  { value: 'Delivered', label: message('Delivered') },
  { value: 'Retrying', label: message('Retrying') },
  { value: 'Failed', label: message('Failed') },
] as const;

interface DeliveryListProps {
  description: string;
  /** A button beside the title. */
  action?: ReactNode;
  status: Delivery['status'] | undefined;
  onStatus: (status: Delivery['status'] | undefined) => void;
  query: { deliveries: readonly Delivery[] | undefined; error: Error | null; onRetry: () => void };
  /** How the first delivery comes about. */
  hint: string;
  /** The table. */
  children: ReactNode;
}

/** Deliveries by status, or why there are none. */
export function DeliveryList({ description, action, status, onStatus, query, hint, children }: DeliveryListProps) {
  const { deliveries, error, onRetry } = query;
  const choose = (value: string) => {
    const chosen = STATUSES.find((each) => each.value === value)?.value;
    onStatus(chosen === 'all' ? undefined : chosen);
  };
  return (
    <Panel title={i18n.t('Deliveries')} description={description} flush action={action}>
      <SegmentedControl
        m="sm"
        aria-label={i18n.t('Status')}
        value={status ?? 'all'}
        onChange={choose}
        data={STATUSES.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
      />
      {error && !deliveries && <LoadFailed what={i18n.t('The list of deliveries')} error={error} onRetry={onRetry} />}
      {!deliveries && !error && <Skeleton height={220} m="md" />}
      {deliveries?.length === 0 && <NoDeliveries status={status} hint={hint} onClear={() => onStatus(undefined)} />}
      {deliveries && deliveries.length > 0 && children}
    </Panel>
  );
}

function NoDeliveries({ status, hint, onClear }: { status: string | undefined; hint: string; onClear: () => void }) {
  return (
    <div style={{ padding: '0 16px' }}>
      {status ? (
        <Notice icon={IconInbox} title={i18n.t('No delivery has the status {status}', { status })}>
          <Button variant="default" onClick={onClear}>
            {i18n.t('Clear filter')}
          </Button>
        </Notice>
      ) : (
        <Notice icon={IconInbox} title={i18n.t('Nothing was sent yet')}>
          <p>{hint}</p>
        </Notice>
      )}
    </div>
  );
}
