import { BindingCookie } from '../domain/binding.cookie.js';

/** Tells the browser that was sent to a provider from every other. */
export const FEDERATION_COOKIE = new BindingCookie('federation');
