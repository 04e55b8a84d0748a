import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCan } from '../../../api/caller.js';
import { showDraft } from '../../../api/request-log.js';
import { FormProblem } from '../../../ui/form-problem.js';
import { withoutBlank } from '../uri-list.js';
import { clientAddress, domainQueries } from '../client-queries.js';
import { createClient, CreationFailure } from './create-client.js';
import { readDraft, readStep, stepsOf, toClientBody, writeDraft, type Draft, type StepName } from './draft.js';
import { InShort } from './in-short.js';
import { STEP_TITLES, WizardLayout } from './wizard-layout.js';
import { StepAccess } from './step-access.js';
import { StepCode } from './step-code.js';
import { StepKind } from './step-kind.js';
import { StepNames } from './step-names.js';
import { StepProof } from './step-proof.js';
import { validateStep } from './validate-draft.js';

/** Milliseconds after the last key before the URL follows. */
const URL_DELAY_MS = 300;
const DRAFT_FIELDS = new Set([
  'id',
  'address',
  'access',
  'keys',
  'issuer',
  'subject',
  'redirectUris',
  'postSignOutRedirectUris',
  'allowedOrigins',
]);

/** The wizard that creates a client. Its steps are in the URL, so that they survive a reload; nothing is saved until the last one. */
export function NewClientPage() {
  const { domain = '' } = useParams({ strict: false });
  const search = useSearch({ from: '/d/$domain/clients/new' });
  const navigate = useNavigate({ from: '/d/$domain/clients/new' });
  const queries = useQueryClient();
  const can = useCan();
  const resources = useQuery({ ...domainQueries(domain).resources, enabled: can('resource:read') });
  const form = useForm<Draft>({ initialValues: readDraft({ ...search }) });
  const [created, setCreated] = useState<{ clientId: string; secret: string | null } | null>(null);
  const draft = form.values;
  const steps = stepsOf(draft.kind);
  const step = readStep(search.step, steps);
  const index = steps.indexOf(step);

  const create = useMutation({
    mutationFn: () => {
      const clean = withoutBlanks(draft);
      form.setValues(clean);
      return createClient(domain, clean, resources.data?.data ?? []);
    },
    onSuccess: async (secret) => {
      await navigate({ search: { step: 'code', created: draft.id }, replace: true });
      setCreated({ clientId: draft.id, secret });
      await queries.invalidateQueries({ queryKey: ['clients', domain] });
    },
    onError: async (error) => {
      if (!(error instanceof CreationFailure)) return;
      await open(error.step);
      form.setErrors(error.errors);
      focusFirstError();
    },
  });

  const written = JSON.stringify(writeDraft(draft));
  const isDone = created !== null || typeof search.created === 'string';
  useEffect(() => {
    if (isDone) return undefined;
    const timer = setTimeout(() => void navigate({ search: { step, ...writeDraft(draft) }, replace: true }), URL_DELAY_MS);
    return () => clearTimeout(timer);
    // The text stands for the draft, which is another object at each key.
  }, [written, step, isDone]);

  useEffect(() => {
    showDraft(
      isDone
        ? null
        : {
            method: 'PUT',
            path: draft.id ? clientAddress({ domain, clientId: draft.id }) : `${clientAddress({ domain, clientId: '' })}{id}`,
            body: toClientBody(draft),
          },
    );
    return () => showDraft(null);
  }, [written, isDone, domain]);

  const open = (name: StepName) => navigate({ search: { step: name, ...writeDraft(draft) } });
  const next = () => {
    const errors = validateStep(step, draft);
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) return focusFirstError();
    if (step === 'code') return create.mutate();
    create.reset();
    return void open(steps[index + 1] ?? 'code');
  };

  if (typeof search.created === 'string' && created?.clientId !== search.created) {
    return create.isPending || create.isSuccess ? null : (
      <Navigate to="/d/$domain/clients/$clientId" params={{ domain, clientId: search.created }} replace />
    );
  }
  if (!can('client:write')) return <Navigate to="/d/$domain/clients" params={{ domain }} replace />;
  const problem = create.error instanceof CreationFailure ? create.error.problem : create.error;
  return (
    <WizardLayout
      domain={domain}
      steps={steps}
      step={step}
      isDone={created !== null}
      isSaving={create.isPending}
      onStep={(name) => void open(name)}
      onNext={next}
      onBack={index > 0 ? () => void open(steps[index - 1] ?? 'what') : undefined}
      aside={<InShort kind={draft.kind} method={draft.method} />}
      title={created ? i18n.t('{clientId} is ready', { clientId: created.clientId }) : i18n.t(STEP_TITLES[step])}
    >
      {!created && Object.keys(form.errors).length === 0 && <FormProblem error={problem} fields={[...DRAFT_FIELDS]} />}
      {step === 'what' && <StepKind value={draft.kind} onChange={(kind) => form.setFieldValue('kind', kind)} />}
      {step === 'names' && <StepNames form={form} />}
      {step === 'access' && <StepAccess form={form} domain={domain} resources={resources} />}
      {step === 'proof' && <StepProof form={form} />}
      {step === 'code' && (
        <StepCode
          domain={domain}
          draft={draft}
          resources={resources.data?.data ?? []}
          created={created}
          onStored={() => setCreated(created && { ...created, secret: null })}
        />
      )}
    </WizardLayout>
  );
}

const focusFirstError = () =>
  void setTimeout(
    () => document.querySelector<HTMLElement>('[data-wizard] [aria-invalid="true"], [data-wizard] [data-invalid-focus]')?.focus(),
    50,
  );

const withoutBlanks = (draft: Draft): Draft => ({
  ...draft,
  id: draft.id.trim(),
  redirectUris: withoutBlank(draft.redirectUris),
  postSignOutRedirectUris: withoutBlank(draft.postSignOutRedirectUris),
  allowedOrigins: withoutBlank(draft.allowedOrigins),
});
