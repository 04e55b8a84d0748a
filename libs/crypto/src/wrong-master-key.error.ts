/** The master key of this process is not one with which the database was encrypted. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';

  constructor() {
    super('MASTER_KEY: this database was encrypted with another key. Set the MASTER_KEY that its other processes have');
  }
}
