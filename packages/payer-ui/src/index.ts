/** What the hosted page and the element share of the payer's view: pure functions and texts. */
export { type Colour, chooseInk, computeContrast, findReadableShade, parseColour, surfaces } from './accent.ts'
export { cardCss, replaceLightDark, schemeCss } from './card.css.ts'
export { entryCss } from './entry-styles.ts'
export { type ExchangeTexts, listExchangeMethods } from './exchange.ts'
export { exchangeCss } from './exchange-styles.ts'
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
export { findLanguage, LANGUAGES, type Language, languageNames, type Translations } from './language.ts'
export { texts as english } from './languages/en/payment.ts'
export { knownNetworks } from './networks.ts'
export type { CopyTexts, LinkTexts, RefundTexts, SigningScriptTexts } from './page-texts.ts'
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
  isOnItsWay,
  isPaid,
  isPayingFolded,
  isStatus,
  isZero,
  type Phase,
  takesChoice,
  takesClaims,
} from './phase.ts'
export { chooseQrMask, formatQrPath, QUIET_ZONE_MODULES } from './qr-code.ts'
export { createQrPath, type QrPath } from './qr-path.ts'
export { formatTypedAmount, parseTypedAmount } from './typed-amount.ts'
export { walletChains } from './wallet-chains.ts'
export type {
  ClaimTerms,
  ClaimTexts,
  GaslessTexts,
  Message,
  PanelTerms,
  SpokenTexts,
  WalletTexts,
} from './wallet-texts.ts'
export { getContactUrl, getQrContent, isOver, listWays, type Way } from './ways.ts'
