import { useEffect, useState } from 'react';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { showDraft } from '../../../api/request-log.js';
import { clientAddress } from '../client-queries.js';
import type { Resource } from '../scope-choice.js';
import { withoutBlank } from '../uri-list.js';
import { createClient, CreationFailure } from './create-client.js';
import { readDraft, readStep, stepsOf, toClientBody, writeDraft, type Draft, type StepName } from './draft.js';
import { validateStep } from './validate-draft.js';

/** Milliseconds after the last key before the URL follows. */
const URL_DELAY_MS = 300;
/** Milliseconds until a step is shown, so that its first error can have the focus. */
const STEP_DELAY_MS = 50;

/** The client that the wizard created. The secret lives here until it is stored. */
export interface Created {
  clientId: string;
  secret: string | null;
}

const FROM = '/d/$domain/clients/new';

/** The state of the wizard: what was chosen, the step of the URL, and the creation at the end. */
export function useWizard(domain: string, resources: readonly Resource[]) {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const queries = useQueryClient();
  const form = useForm<Draft>({ initialValues: readDraft({ ...search }) });
  const [last, setCreated] = useState<Created | null>(null);
  // Without its id in the URL, the wizard begins again.
  const created = last?.clientId === search.created ? last : null;
  const draft = form.values;
  const steps = stepsOf(draft.kind);
  const step = readStep(search.step, steps);
  const open = (name: StepName) => navigate({ search: { step: name, ...writeDraft(draft) } });

  const create = useMutation({
    mutationFn: () => {
      const clean = withoutBlanks(draft);
      form.setValues(clean);
      return createClient(domain, clean, resources);
    },
    onSuccess: async (secret) => {
      setCreated({ clientId: draft.id, secret });
      await navigate({ search: { step: 'code', created: draft.id }, replace: true });
      await queries.invalidateQueries({ queryKey: ['clients', domain] });
    },
    onError: async (error) => {
      if (!(error instanceof CreationFailure)) return;
      await open(error.step);
      form.setErrors(error.errors);
      focusFirstError();
    },
  });
  useDraftOutside({ domain, draft, step, isDone: created !== null || search.created !== undefined });

  const next = () => {
    const errors = validateStep(step, draft);
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) return focusFirstError();
    if (step === 'code') return create.mutate();
    create.reset();
    return void open(steps[steps.indexOf(step) + 1] ?? 'code');
  };
  const forgetSecret = () => setCreated(created && { ...created, secret: null });
  const problem = create.error instanceof CreationFailure ? create.error.problem : create.error;
  return { form, draft, steps, step, open, next, create, problem, created, forgetSecret, createdBefore: search.created };
}

interface DraftOutside {
  domain: string;
  draft: Draft;
  step: StepName;
  isDone: boolean;
}

/** Shows the draft in the URL, for a reload, and in the request line. */
function useDraftOutside({ domain, draft, step, isDone }: DraftOutside): void {
  const navigate = useNavigate({ from: FROM });
  // The text stands for the draft, which is another object at each key.
  const written = JSON.stringify(writeDraft(draft));
  useEffect(() => {
    if (isDone) return undefined;
    const timer = setTimeout(() => void navigate({ search: { step, ...writeDraft(draft) }, replace: true }), URL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [written, step, isDone]);
  useEffect(() => {
    const path = draft.id ? clientAddress({ domain, clientId: draft.id }) : `${clientAddress({ domain, clientId: '' })}{id}`;
    showDraft(isDone ? null : { method: 'PUT', path, body: toClientBody(draft) });
    return () => showDraft(null);
  }, [written, isDone, domain]);
}

function focusFirstError(): void {
  setTimeout(() => document.querySelector<HTMLElement>('[data-wizard] [aria-invalid="true"]')?.focus(), STEP_DELAY_MS);
}

const withoutBlanks = (draft: Draft): Draft => ({
  ...draft,
  id: draft.id.trim(),
  redirectUris: withoutBlank(draft.redirectUris),
  postSignOutRedirectUris: withoutBlank(draft.postSignOutRedirectUris),
  allowedOrigins: withoutBlank(draft.allowedOrigins),
});
