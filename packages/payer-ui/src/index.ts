/** The payer's view as the hosted page and the element share it: pure functions and texts. */
export { type Colour, chooseInk, computeContrast, findReadableShade, parseColour, surfaces } from './accent.ts'
export { cardCss } from './card.css.ts'
export { entryCss, refusedCss } from './entry-styles.ts'
export { type ExchangeTexts, listExchangeMethods } from './exchange.ts'
export { choicesCss, exchangeCss } from './exchange-styles.ts'
export {
  formatAmount,
  formatCountdown,
  formatDuration,
  formatFiat,
  formatTime,
  getAmountSize,
  parseWebAddress,
  shortenHash,
  trimZeros,
} from './format.ts'
export { findLanguage, LANGUAGES, type Language, languageNames, type Translations } from './language.ts'
export type { LinkTexts } from './languages/en/link.ts'
export type { RefundTexts, SigningScriptTexts } from './languages/en/pages.ts'
export { texts as english } from './languages/en/payment.ts'
export type { VerifierTexts } from './languages/en/verifier.ts'
export type { CopyTexts } from './page-texts.ts'
export {
  type CopyTarget,
  describeFinality,
  describeNotices,
  formatConfirmations,
  formatDeadline,
  formatReceived,
  formatSum,
  formatTerms,
  type Sum,
  type Terms,
  type Texts,
} from './payment-texts.ts'
export {
  asksForMoney,
  derivePhase,
  getHeadline,
  getStateIcon,
  type Headline,
  hasNotices,
  icons,
  isPaid,
  isPayingFolded,
  isStatus,
  isZero,
  type Phase,
  takesChoice,
  takesClaims,
} from './phase.ts'
export { printCss } from './print-styles.ts'
export { chooseQrMask, formatQrPath, QUIET_ZONE_MODULES } from './qr-code.ts'
export { createQrPath, type QrPath } from './qr-path.ts'
export { replaceLightDark, schemeCss } from './schemes.ts'
export { formatTypedAmount, parseTypedAmount } from './typed-amount.ts'
export { describeUnnamed } from './unnamed.ts'
export type {
  ClaimTerms,
  ClaimTexts,
  EmailTexts,
  GaslessTexts,
  Message,
  PanelTerms,
  SpokenTexts,
  WalletTexts,
} from './wallet-texts.ts'
export { getContactUrl, getQrContent, isOver, listWays, needsNewPayment, type Way } from './ways.ts'
