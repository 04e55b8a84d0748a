import { useEffect, useRef, useState } from 'react';
import { i18n } from '@lingui/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Answer } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { showDraft } from '../api/request-log.js';
import { mergeChanges, type FieldConflict } from './merge-changes.js';
import { showToast } from './toasts.js';
import { setViolations } from './violations.js';

type Values = Record<string, unknown>;

interface ResourceFormOptions<T, V extends Values> {
  /** The resource as it was read, with its ETag. */
  read: Answer<T>;
  /** The query that reads it, which is read again after a change. */
  queryKey: QueryKey;
  refetch: () => Promise<Answer<T>>;
  toValues: (resource: T) => V;
  toBody: (values: V) => unknown;
  /** The address, for the request line. */
  path: string;
  method?: 'PUT' | 'PATCH';
  /** Sends the change. `etag` belongs in `If-Match`. */
  save: (values: V, etag: string | null) => Promise<unknown>;
  /** Gives the field for a pointer where the form differs from the body. */
  rename?: (pointer: string) => string;
  /** Called after a change is stored, for example to close a dialog. */
  onSaved?: () => void;
}

/** What the bar at the foot of a form needs. */
export interface EditedForm {
  isDirty: boolean;
  isSaving: boolean;
  error: Error | null;
  /** The number of fields to correct. */
  violations: number;
  conflicts: readonly FieldConflict[];
  submit: () => void;
  discard: () => void;
  /** Saves with the chosen values of the fields that conflict. */
  resolve: (chosen: Values) => void;
  dismissConflicts: () => void;
}

export interface ResourceForm<V extends Values> extends EditedForm {
  form: UseFormReturnType<V>;
}

/**
 * A form that edits one resource. Nothing is stored before "Save". If another operator saved meanwhile (412), changes of other fields are
 * merged in silence, and the operator chooses where both changed the same field.
 */
export function useResourceForm<T, V extends Values>(options: ResourceFormOptions<T, V>): ResourceForm<V> {
  const { read, queryKey, toValues, toBody, path, method = 'PUT' } = options;
  const queries = useQueryClient();
  const base = useRef(toValues(read.data));
  const etag = useRef(read.etag);
  const form = useForm<V>({ initialValues: base.current });
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([]);
  const isDirty = form.isDirty();

  const rebase = (next: Answer<T>) => {
    base.current = toValues(next.data);
    etag.current = next.etag;
    form.setInitialValues(base.current);
  };

  useEffect(() => {
    if (read.etag === etag.current || isDirty) return;
    rebase(read);
    form.setValues(base.current);
    // The form follows the resource while nothing is typed.
  }, [read, isDirty]);

  const body = isDirty ? JSON.stringify(toBody(form.getValues())) : null;
  useEffect(() => {
    showDraft(body === null ? null : { method, path, body: JSON.parse(body) as unknown, ifMatch: etag.current });
    return () => showDraft(null);
  }, [body, method, path]);

  const store = async (values: V): Promise<void> => {
    try {
      await options.save(values, etag.current);
    } catch (failure) {
      if (failure instanceof ApiProblem && failure.status === 412) return await merge(values);
      throw failure;
    }
    await queries.invalidateQueries({ queryKey });
    rebase(await options.refetch());
    form.setValues(base.current);
    setConflicts([]);
    showToast({ message: i18n.t('Saved') });
    options.onSaved?.();
  };

  const merge = async (mine: V) => {
    const latest = await options.refetch();
    const merged = mergeChanges(base.current, mine, toValues(latest.data));
    rebase(latest);
    form.setValues(merged.values as V);
    if (merged.conflicts.length > 0) setConflicts(merged.conflicts);
    else await store(merged.values as V);
  };

  const send = async (values: V): Promise<void> => {
    setSaving(true);
    setError(null);
    await store(values).catch((failure: Error) => {
      setError(failure);
      setViolations(form, failure, options.rename);
    });
    setSaving(false);
  };

  return {
    form,
    isDirty,
    isSaving,
    error,
    violations: Object.keys(form.errors).length,
    conflicts,
    submit: form.onSubmit((values) => void send(values)),
    discard: () => {
      form.setValues(base.current);
      form.clearErrors();
      setError(null);
    },
    resolve: (chosen) => {
      const values = { ...form.getValues(), ...chosen };
      form.setValues(values);
      void send(values);
    },
    dismissConflicts: () => setConflicts([]),
  };
}
