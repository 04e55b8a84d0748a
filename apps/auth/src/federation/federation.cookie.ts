import { BindingCookie } from '../domain/binding.cookie.js';

/** Binds an upstream authorization request to the browser that started it. */
export const FEDERATION_COOKIE = new BindingCookie('federation');
