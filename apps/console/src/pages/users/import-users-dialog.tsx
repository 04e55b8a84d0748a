import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, FileInput, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CommandExample } from '../../ui/command-example.js';
import { FormProblem } from '../../ui/form-problem.js';
import { useUserImport, type UserImport } from './use-user-import.js';
import classes from './users.module.css';

/** The browser holds the file in memory. */
const MAX_MEGABYTES = 64;
const MAX_BYTES = MAX_MEGABYTES * 1_048_576;
const LINE_FEED = 10;

/** Creates and updates users from a file: first a dry run that shows what is wrong by line, then the import with its progress. */
export function ImportUsersDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const { isTrial, result, isRunning, error, check, start, forget } = useUserImport(domain, file);
  const isTooLarge = file !== null && file.size > MAX_BYTES;
  const isChecked = isTrial && result?.status === 'Completed';
  const isDone = !isTrial && result?.status === 'Completed';
  const choose = (chosen: File | null) => {
    setFile(chosen);
    forget();
  };
  return (
    <Modal opened onClose={onClose} title={i18n.t('Import users')} size="lg">
      <Stack gap="md">
        <FormProblem error={error} fields={[]} />
        <FileInput
          label={i18n.t('File')}
          description={i18n.t('One user per line, as JSON: preferredUsername and name, and if you like sub, attributes, active and roles.')}
          placeholder={i18n.t('Choose a file')}
          accept=".ndjson,.jsonl,application/x-ndjson"
          value={file}
          onChange={choose}
          disabled={isRunning || isDone}
          error={isTooLarge && i18n.t('Over {size} MiB: use the command below', { size: MAX_MEGABYTES })}
        />
        {file && result && <Outcome file={file} result={result} isTrial={isTrial} />}
        <CommandExample label={i18n.t('Or by the API')} command={buildCommand(domain)} />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {isDone ? i18n.t('Close') : i18n.t('Cancel')}
        </Button>
        {isDone ? null : isChecked ? (
          <Button onClick={start} disabled={isRunning || result.failed === result.read}>
            {i18n.t('Import users')}
          </Button>
        ) : (
          <Button onClick={check} disabled={file === null || isTooLarge || isRunning}>
            {isRunning ? i18n.t('Working') : i18n.t('Check the file')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function Outcome({ file, result, isTrial }: { file: File; result: UserImport; isTrial: boolean }) {
  const { status, read, created, updated, failed, errors } = result;
  const lines = useLineCount(file);
  const counts = { created, updated, failed };
  return (
    <div role="status" className={classes['outcome']}>
      {status !== 'Completed' && <progress value={read} max={lines ?? read + 1} aria-label={i18n.t('Progress')} />}
      <p>
        {isTrial
          ? i18n.t('Nothing is changed yet. The file would create {created}, update {updated}, and fail in {failed} lines.', counts)
          : i18n.t('{created} created, {updated} updated, {failed} lines with errors.', counts)}
      </p>
      {errors.length > 0 && (
        <ul aria-label={i18n.t('What is wrong')}>
          {errors.map(({ line, pointer, detail }) => (
            <li key={`${line} ${pointer} ${detail}`}>
              <b>{i18n.t('Line {line}', { line })}</b> <code>{pointer}</code> <bdi>{detail}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How many lines a file has, for the progress. */
function useLineCount(file: File): number | undefined {
  const { name, size, lastModified } = file;
  const { data } = useQuery({
    queryKey: ['lines', name, size, lastModified],
    queryFn: async () => new Uint8Array(await file.arrayBuffer()).reduce((count, byte) => count + (byte === LINE_FEED ? 1 : 0), 1),
  });
  return data;
}

const buildCommand = (domain: string): string =>
  [
    `curl -sS -X POST '${location.origin}/v1/domain/${domain}/user-import?dryRun=true'`,
    `-H "x-api-key: $LATCHKEY_API_KEY"`,
    `-H 'content-type: application/x-ndjson'`,
    `-T users.ndjson`,
  ].join(' \\\n  ');
