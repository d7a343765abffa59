/** What the hosted page and the element share of the payer's view: pure functions and texts. */
export { type Colour, contrast, parseColour, readableOn } from './accent.ts'
export { cardCss, schemeCss, withoutLightDark } from './card.css.ts'
export {
  formatAmount,
  formatCountdown,
  formatDuration,
  formatFiat,
  formatTime,
  shortHash,
  sizeAmount,
  webAddress,
} from './format.ts'
export { icons } from './icons.ts'
export { knownLanguage, LANGUAGES, type Language } from './language.ts'
export { texts as english } from './languages/en.ts'
export { asksForMoney, hasNotices, isOnItsWay, isPaid, isStatus, isZero, type Phase, phaseOf } from './phase.ts'
export { qrContent, qrMask } from './qr-content.ts'
export {
  confirmationsOf,
  deadlineOf,
  finalityWords,
  networkTitles,
  noticeWords,
  receivedOf,
  type Sum,
  sumOf,
  type Terms,
  type Texts,
  termsOf,
} from './texts.ts'
