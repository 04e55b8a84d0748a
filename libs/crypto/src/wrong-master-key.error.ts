/** The key of this process is not one that the database was encrypted with. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';

  constructor() {
    super('MASTER_KEY: this database was encrypted with another key. Set the MASTER_KEY that its other processes have');
  }
}
