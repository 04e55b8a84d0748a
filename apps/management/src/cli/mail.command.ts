import { readManagementSettings, type Environment } from '@latchkey/config';
import { randomId } from '@latchkey/crypto';
import { DeliveryFailure } from '@latchkey/message';
import { OperatorError } from '@latchkey/server';
import { Command } from 'commander';
import { parseMailbox } from '../mail-sender/mailbox.js';
import { Mailer } from '../message/mail/mailer.js';
import { explainMailFailure } from '../doctor/mail-check.js';
import { withJson, type LocalCommandRunner } from './run.js';

const SUBJECT = 'Test mail of Latchkey';
const TEXT = 'This is a test mail. Latchkey can send mail with its SMTP_URL and MAIL_FROM.';

/** @param environment the settings; by default those of the process */
export function mailCommands(run: LocalCommandRunner, environment: Environment | undefined): Command {
  const group = new Command('mail').description('Mail to users');
  withJson(group.command('test <to>').description('send a test mail to an address, by SMTP_URL and MAIL_FROM')).action(
    (to: string, _options: object, command: Command) => run(command, () => sendTestMail(to, environment)),
  );
  return group;
}

async function sendTestMail(to: string, environment: Environment | undefined): Promise<object> {
  if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new OperatorError(`${to} is not an email address`);
  const { SMTP_URL: url, MAIL_FROM: from } = readManagementSettings(environment);
  if (url === undefined) throw new OperatorError('SMTP_URL is not set: no mail is sent, and the development outbox shows messages');
  const mailer = new Mailer({ url });
  try {
    const id = randomId();
    await mailer.send({
      from: { ...parseMailbox(from!), dkim: null },
      to,
      name: null,
      subject: SUBJECT,
      text: TEXT,
      html: `<p>${TEXT}</p>`,
      language: 'en',
      id,
    });
    return { to, from, sent: true, id };
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    throw new OperatorError(explainMailFailure(error));
  } finally {
    mailer.close();
  }
}
