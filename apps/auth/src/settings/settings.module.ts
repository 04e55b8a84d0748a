import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';

/** The token of the process's settings: `@Inject(SETTINGS) settings: AuthSettings`. */
export const SETTINGS = Symbol('settings');

@Global()
@Module({})
export class SettingsModule {
  static forRoot(settings: AuthSettings): DynamicModule {
    return { module: SettingsModule, providers: [{ provide: SETTINGS, useValue: settings }], exports: [SETTINGS] };
  }
}
