import { i18n } from '@lingui/core';
import { Input, MultiSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { toField } from '../../ui/violations.js';
import { EVENT_FAMILIES, EVENT_TYPES } from '../../events/event-types.js';
import type { WebhookBody } from './webhook-words.js';

export type WebhookValues = {
  url: string;
  eventTypes: string[];
  description: string;
  /** Has no field in the form, but takes part in the merge of two operators' changes. */
  enabled: boolean;
};

export const WEBHOOK_LABELS = () => ({
  url: i18n.t('Address'),
  eventTypes: i18n.t('Events'),
  description: i18n.t('Description'),
  enabled: i18n.t('Enabled'),
});

/** The body of a webhook with what the form has. */
export const fromValues = ({ url, eventTypes, description, enabled }: WebhookValues): WebhookBody => ({
  url: url.trim(),
  eventTypes: eventTypes as WebhookBody['eventTypes'] & object,
  description: description.trim() || null,
  enabled,
});

/** A violation of one event type is shown at the whole list. */
export const toWebhookField = (pointer: string) => toField(pointer).split('.')[0] ?? '';

const ALL = '*';

/** The fields of a webhook. */
export function WebhookFields({ form }: { form: UseFormReturnType<WebhookValues> }) {
  const labels = WEBHOOK_LABELS();
  return (
    <Stack gap="md">
      <TextInput
        label={labels.url}
        description={i18n.t('Must start with https://. In development http://localhost works, too.')}
        placeholder="https://app.example.com/webhook"
        required
        type="url"
        maxLength={2048}
        spellCheck={false}
        autoCapitalize="none"
        {...form.getInputProps('url')}
      />
      <EventTypesField label={labels.eventTypes} {...form.getInputProps('eventTypes')} />
      <TextInput
        label={labels.description}
        description={i18n.t('A text for you: what the receiver does.')}
        maxLength={200}
        {...form.getInputProps('description')}
      />
    </Stack>
  );
}

interface EventTypesFieldProps {
  label: string;
  value?: string[];
  onChange?: (types: string[]) => void;
  error?: React.ReactNode;
}

/** All events, or chosen types and families. */
function EventTypesField({ label, value = [], onChange, error }: EventTypesFieldProps) {
  const isAll = value.includes(ALL);
  return (
    <Input.Wrapper label={label} labelElement="div" error={isAll ? error : undefined} required>
      <Stack gap="xs" mt={4}>
        <SegmentedControl
          aria-label={label}
          value={isAll ? 'all' : 'chosen'}
          onChange={(next) => onChange?.(next === 'all' ? [ALL] : [])}
          data={[
            { value: 'all', label: i18n.t('All events') },
            { value: 'chosen', label: i18n.t('Chosen events') },
          ]}
        />
        {!isAll && (
          <MultiSelect
            aria-label={i18n.t('Event types')}
            placeholder={value.length === 0 ? 'user.*' : undefined}
            description={i18n.t('Types, or whole families such as user.*')}
            data={[
              { group: i18n.t('Families'), items: [...EVENT_FAMILIES] },
              { group: i18n.t('Types'), items: [...EVENT_TYPES, 'log.checkpoint.created'] },
            ]}
            value={value}
            onChange={onChange}
            error={error}
            searchable
            maxDropdownHeight={280}
            nothingFoundMessage={i18n.t('No such type')}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}
