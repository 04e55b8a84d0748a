import { Global, Module, type DynamicModule } from '@nestjs/common';
import { RsaKeyPairPool } from '@latchkey/crypto';

/** The process's pool of RSA key pairs. */
@Global()
@Module({})
export class RsaKeyPairModule {
  static forRoot(pool: RsaKeyPairPool): DynamicModule {
    return { module: RsaKeyPairModule, providers: [{ provide: RsaKeyPairPool, useValue: pool }], exports: [RsaKeyPairPool] };
  }
}
