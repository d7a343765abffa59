/** The parts of the payer's view that the hosted page and the element share: pure, without dependencies. */
export { cardCss, schemeCss, withoutLightDark } from './payer/card.css.ts'
export {
  formatAmount,
  formatCountdown,
  formatDuration,
  formatFiat,
  formatTime,
  shortHash,
  sizeAmount,
  webAddress,
} from './payer/format.ts'
export { icons } from './payer/icons.ts'
export { LANGUAGES, type Language } from './payer/language.ts'
export { texts as english } from './payer/languages/en.ts'
export { asksForMoney, hasNotices, isOnItsWay, isPaid, isStatus, isZero, type Phase, phaseOf } from './payer/phase.ts'
export { qrContent, qrMask } from './payer/qr-content.ts'
export {
  confirmationsOf,
  deadlineOf,
  finalityWords,
  noticeWords,
  receivedOf,
  sumOf,
  type Terms,
  type Texts,
  termsOf,
} from './payer/texts.ts'
