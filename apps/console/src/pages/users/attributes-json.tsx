import { useEffect } from 'react';
import { i18n } from '@lingui/core';
import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import { MONO_CLASS } from '../../ui/form-section.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { createMergePatch, findJsonError, formatObject, parseObject } from './json-object.js';
import { patchUser, readAttributes, userPath, userQuery, userQueryKey, type User, type UserKey, type UserPatch } from './users-query.js';

export interface AttributesProps {
  userKey: UserKey;
  read: Answer<User>;
  onDirty: (isDirty: boolean) => void;
}

/** All attributes as one JSON object. What differs is sent as a merge patch. */
export function AttributesJson({ userKey, read, onDirty }: AttributesProps) {
  const queries = useQueryClient();
  const toPatch = ({ json }: { json: string }) => createMergePatch(readAttributes(read.data), parseObject(json));
  const form = useResourceForm<User, { json: string }>({
    read,
    queryKey: userQueryKey(userKey),
    refetch: () => queries.fetchQuery({ ...userQuery(userKey), staleTime: 0 }),
    toValues: (user) => ({ json: formatObject(readAttributes(user)) }),
    toBody: (values) => (findJsonError(values.json) === null ? toPatch(values) : {}),
    path: userPath(userKey),
    method: 'PATCH',
    save: (values, etag) => {
      const error = findJsonError(values.json);
      if (error !== null) throw new ApiProblem(400, { detail: error, errors: [{ pointer: '/json', detail: error }] });
      return patchUser(userKey, toPatch(values) as UserPatch, etag);
    },
  });
  const { isDirty } = form;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  return (
    <div>
      <Textarea
        label={i18n.t('Attributes')}
        description={i18n.t('At most 150, of 64 KiB in all. What you take out is removed. Save sends only what differs.')}
        autosize
        minRows={12}
        maxRows={36}
        classNames={{ input: MONO_CLASS }}
        spellCheck={false}
        {...form.form.getInputProps('json')}
      />
      <SaveBar form={form} labels={{ json: i18n.t('Attributes') }} />
    </div>
  );
}
