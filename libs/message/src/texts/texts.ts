import type { MessageLanguage } from '../message.js';
import { AR } from './ar.js';
import { DE } from './de.js';
import { EN } from './en.js';
import { ES } from './es.js';
import { FR } from './fr.js';
import { IT } from './it.js';
import { JA } from './ja.js';
import type { MessageTexts } from './message-texts.js';
import { NL } from './nl.js';
import { PL } from './pl.js';
import { PT } from './pt.js';

export const TEXTS: Readonly<Record<MessageLanguage, MessageTexts>> = {
  en: EN,
  de: DE,
  es: ES,
  fr: FR,
  it: IT,
  nl: NL,
  pl: PL,
  pt: PT,
  ar: AR,
  ja: JA,
};
