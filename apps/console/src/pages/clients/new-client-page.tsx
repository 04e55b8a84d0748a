export { NewClientPage } from './wizard/new-client-page.js';
