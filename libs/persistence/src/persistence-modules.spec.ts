import { describe, expect, it } from '@jest/globals';
import { Global, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getDataSourceToken } from '@nestjs/typeorm';
import * as persistence from './index.js';

const MODULES = Object.entries(persistence).filter(([name]) => name.endsWith('PersistenceModule')) as [string, object][];
const REPOSITORIES = Object.entries(persistence).filter(([name]) => name.endsWith('Repository'));

@Global()
@Module({
  providers: [
    { provide: persistence.Database, useValue: {} },
    { provide: persistence.PERSONAL_DATA, useValue: {} },
    { provide: getDataSourceToken(), useValue: { entityMetadatas: [], options: { type: 'postgres' }, getRepository: () => ({}) } },
  ],
  exports: [persistence.Database, persistence.PERSONAL_DATA, getDataSourceToken()],
})
class FakeConnectionModule {}

@Injectable()
class ClientReader {
  constructor(readonly clients: persistence.ClientRepository) {}
}

function start(...resources: object[]): Promise<{ close: () => Promise<void> }> {
  class Root {}
  const root = { module: Root, imports: [FakeConnectionModule, ...resources] as never[], providers: [ClientReader] };
  return NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
}

describe('persistence modules', () => {
  it('export every repository once', () => {
    const exported = MODULES.flatMap(([, module]) => Reflect.getMetadata('exports', module) as unknown[]);

    expect(exported.length).toBe(REPOSITORIES.length);
    expect(new Set(exported)).toEqual(new Set(REPOSITORIES.map(([, repository]) => repository)));
  });

  it('are not global', () => {
    expect(MODULES.filter(([, module]) => Reflect.hasMetadata('__module:global__', module))).toEqual([]);
  });

  it('provide the repositories of the resources that a feature imports', async () => {
    await expect(start(persistence.ClientPersistenceModule).then((app) => app.close())).resolves.toBeUndefined();
  });

  it('reject a feature that uses the repository of a resource that it does not import', async () => {
    await expect(start(persistence.BrandingPersistenceModule)).rejects.toThrow("Nest can't resolve dependencies of the ClientReader");
  });
});
