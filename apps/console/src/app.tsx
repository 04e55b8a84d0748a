import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import './theme/mantine.css';
import 'virtual:theme.css';
import '@latchkey/design/fonts.css';
import '@latchkey/design/tokens.css';
import './theme/global.css';
import { queryClient } from './api/query-client.js';
import { activateLanguage } from './messages/language.js';
import { router } from './routes.js';
import { SessionOver } from './session/session-over.js';
import { SignInGate } from './session/sign-in-gate.js';
import type { Session } from './session/sign-in.js';
import { ColorScheme } from './theme/color-scheme.js';
import { theme } from './theme/theme.js';
import { Toasts } from './ui/toasts.js';

/** Draws the console, before the sign-in has ended. */
export async function draw(session: Promise<Session>): Promise<void> {
  // The page's own code loads beside the language and the first rendering.
  void router.load();
  await activateLanguage();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <ColorScheme />
        <QueryClientProvider client={queryClient}>
          <SignInGate session={session}>
            <RouterProvider router={router} />
            <SessionOver />
            <Toasts />
          </SignInGate>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
