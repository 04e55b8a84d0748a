import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useCaller, useCan } from '../../../api/caller.js';
import { FormProblem } from '../../../ui/form-problem.js';
import { domainQueries } from '../client-queries.js';
import { InShort } from './in-short.js';
import { StepAccess } from './step-access.js';
import { StepCode } from './step-code.js';
import { StepKind } from './step-kind.js';
import { StepNames } from './step-names.js';
import { StepProof } from './step-proof.js';
import { useWizard } from './use-wizard.js';
import { STEP_TITLES, WizardLayout } from './wizard-layout.js';

/** Fields at which a step shows errors. */
const FIELDS = ['id', 'address', 'access', 'keys', 'issuer', 'subject', 'redirectUris', 'postSignOutRedirectUris', 'allowedOrigins'];

/** The wizard that creates a client. Its steps are in the URL, so that they survive a reload; nothing is saved until the last one. */
export function NewClientPage() {
  const { domain = '' } = useParams({ strict: false });
  const can = useCan();
  const isKnown = useCaller() !== undefined;
  const resources = useQuery({ ...domainQueries(domain).resources, enabled: can('resource:read') });
  const wizard = useWizard(domain, resources.data?.data ?? []);
  const { form, draft, steps, step, create, created, createdBefore } = wizard;
  const index = steps.indexOf(step);
  if (typeof createdBefore === 'string' && created?.clientId !== createdBefore) {
    if (!create.isIdle) return null;
    return <Navigate to="/d/$domain/clients/$clientId" params={{ domain, clientId: createdBefore }} replace />;
  }
  if (isKnown && !can('client:write')) return <Navigate to="/d/$domain/clients" params={{ domain }} replace />;
  return (
    <WizardLayout
      domain={domain}
      steps={steps}
      step={step}
      isDone={created !== null}
      isSaving={create.isPending}
      onStep={(name) => void wizard.open(name)}
      onNext={wizard.next}
      onBack={index > 0 ? () => void wizard.open(steps[index - 1] ?? 'what') : undefined}
      aside={<InShort kind={draft.kind} method={draft.method} />}
      title={created ? i18n.t('{clientId} is ready', { clientId: created.clientId }) : i18n.t(STEP_TITLES[step])}
    >
      {!created && Object.keys(form.errors).length === 0 && <FormProblem error={wizard.problem} fields={FIELDS} />}
      {step === 'what' && <StepKind value={draft.kind} onChange={(kind) => form.setFieldValue('kind', kind)} />}
      {step === 'names' && <StepNames form={form} />}
      {step === 'access' && <StepAccess form={form} domain={domain} resources={resources} />}
      {step === 'proof' && <StepProof form={form} />}
      {step === 'code' && (
        <StepCode domain={domain} draft={draft} resources={resources.data?.data ?? []} created={created} onStored={wizard.forgetSecret} />
      )}
    </WizardLayout>
  );
}
