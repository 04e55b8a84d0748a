import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Why a mail was not sent. */
export const SMTPUTF8_MISSING = 'the mail server does not support SMTPUTF8 (RFC 6531), which the address needs';

export type SmtpConnectionOptions = ConstructorParameters<typeof SMTPConnection>[0];
/** Checked against nodemailer 10.6.0. */
interface ConnectionInternals {
  _supportedExtensions: string[];
}

/** Whether an address requires SMTPUTF8. A domain name has an ASCII form (RFC 5890), a local part does not. */
export function needsSmtpUtf8(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));
}

/**
 * Asks the server over a separate connection whether it supports SMTPUTF8. Without support, nodemailer would send the address unchanged,
 * and the server might lose the mail or deliver it to another address.
 */
export async function supportsSmtpUtf8(options: SmtpConnectionOptions): Promise<boolean> {
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return (connection as unknown as ConnectionInternals)['_supportedExtensions'].includes('SMTPUTF8');
  } finally {
    connection.on('error', () => undefined);
    connection.close();
  }
}
