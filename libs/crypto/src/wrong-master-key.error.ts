/** This process's master key is not one that encrypted the database. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';

  constructor() {
    super('MASTER_KEY: this database was encrypted with another key. Set the MASTER_KEY that its other processes have');
  }
}
