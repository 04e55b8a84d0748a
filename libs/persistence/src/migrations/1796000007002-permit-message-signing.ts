import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'client_authentication';
const NAME = 'client_authentication_profile';

/** Permits the profile FAPI2MessageSigning. Replicas of the previous release do not know it, and apply no profile to its clients. */
export class PermitMessageSigning1796000007002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.permit(runner, `'FAPI2', 'FAPI2MessageSigning'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE ${TABLE} SET profile = 'FAPI2' WHERE profile = 'FAPI2MessageSigning'`);
    await this.permit(runner, `'FAPI2'`);
  }

  private async permit(runner: QueryRunner, profiles: string): Promise<void> {
    await runner.query(`ALTER TABLE ${TABLE} DROP CONSTRAINT ${NAME}, ADD CONSTRAINT ${NAME} CHECK (profile IN (${profiles})) NOT VALID`);
    await runner.query(`ALTER TABLE ${TABLE} VALIDATE CONSTRAINT ${NAME}`);
  }
}
