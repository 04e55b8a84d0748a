export { LANGUAGES, LANGUAGE_NAMES, type Language } from './language.js';
export { findPageTextsViolations, MAX_TEXT_LENGTH, MAX_TEXTS_BYTES } from './own-texts.js';
export { getTranslator, isTextKey, TEXTS, type OwnTexts, type PageTexts, type TextKey, type Translator } from './texts.js';
