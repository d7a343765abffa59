/** What the hosted page and the element share of the payer's view: pure functions and texts. */
export { type Colour, computeContrast, findReadableShade, parseColour } from './accent.ts'
export { cardCss, entryCss, replaceLightDark, schemeCss } from './card.css.ts'
export type { ClaimTerms, ClaimTexts } from './claim-texts.ts'
export {
  formatAmount,
  formatCountdown,
  formatDuration,
  formatFiat,
  formatTime,
  getAmountSize,
  parseWebAddress,
  shortenHash,
} from './format.ts'
export { icons } from './icons.ts'
export { findLanguage, LANGUAGES, type Language, type Translations } from './language.ts'
export { texts as english } from './languages/en/payment.ts'
export { knownNetworks } from './networks.ts'
export {
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
  getContactUrl,
  hasNotices,
  isOnItsWay,
  isPaid,
  isStatus,
  isZero,
  needsHelp,
  type Phase,
  takesChoice,
  takesClaims,
} from './phase.ts'
export { chooseQrMask, getQrContent } from './qr-content.ts'
export type { RefundTexts, SigningScriptTexts } from './refund-texts.ts'
export type { GaslessTexts, Message, PanelTerms, SpokenTexts, WalletTexts } from './wallet-texts.ts'
