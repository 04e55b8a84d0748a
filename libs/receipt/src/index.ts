export { ReceiptKeyService, type ReceiptSigner } from './receipt-key.service.js';
