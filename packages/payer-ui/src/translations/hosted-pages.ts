import type { ExchangeTexts } from '../exchange.ts'
import type { Language } from '../language.ts'
import { texts as arClaim } from '../languages/ar/claim.ts'
import { texts as arExchange } from '../languages/ar/exchange.ts'
import { texts as arLink } from '../languages/ar/link.ts'
import {
  checkText as arCheck,
  overTexts as arOver,
  receiptTexts as arReceipt,
  refundTexts as arRefund,
  testPanelTexts as arTestPanel,
  tillTexts as arTill,
} from '../languages/ar/pages.ts'
import { texts as ar } from '../languages/ar/payment.ts'
import { texts as arVerifier } from '../languages/ar/verifier.ts'
import { texts as deClaim } from '../languages/de/claim.ts'
import { texts as deExchange } from '../languages/de/exchange.ts'
import { texts as deLink } from '../languages/de/link.ts'
import {
  checkText as deCheck,
  overTexts as deOver,
  receiptTexts as deReceipt,
  refundTexts as deRefund,
  testPanelTexts as deTestPanel,
  tillTexts as deTill,
} from '../languages/de/pages.ts'
import { texts as de } from '../languages/de/payment.ts'
import { texts as deVerifier } from '../languages/de/verifier.ts'
import { texts as enClaim } from '../languages/en/claim.ts'
import { texts as enExchange } from '../languages/en/exchange.ts'
import { texts as enLink } from '../languages/en/link.ts'
import {
  checkText as enCheck,
  overTexts as enOver,
  receiptTexts as enReceipt,
  refundTexts as enRefund,
  testPanelTexts as enTestPanel,
  tillTexts as enTill,
} from '../languages/en/pages.ts'
import { texts as en } from '../languages/en/payment.ts'
import { texts as enVerifier } from '../languages/en/verifier.ts'
import { texts as esClaim } from '../languages/es/claim.ts'
import { texts as esExchange } from '../languages/es/exchange.ts'
import { texts as esLink } from '../languages/es/link.ts'
import {
  checkText as esCheck,
  overTexts as esOver,
  receiptTexts as esReceipt,
  refundTexts as esRefund,
  testPanelTexts as esTestPanel,
  tillTexts as esTill,
} from '../languages/es/pages.ts'
import { texts as es } from '../languages/es/payment.ts'
import { texts as esVerifier } from '../languages/es/verifier.ts'
import { texts as frClaim } from '../languages/fr/claim.ts'
import { texts as frExchange } from '../languages/fr/exchange.ts'
import { texts as frLink } from '../languages/fr/link.ts'
import {
  checkText as frCheck,
  overTexts as frOver,
  receiptTexts as frReceipt,
  refundTexts as frRefund,
  testPanelTexts as frTestPanel,
  tillTexts as frTill,
} from '../languages/fr/pages.ts'
import { texts as fr } from '../languages/fr/payment.ts'
import { texts as frVerifier } from '../languages/fr/verifier.ts'
import { texts as itClaim } from '../languages/it/claim.ts'
import { texts as itExchange } from '../languages/it/exchange.ts'
import { texts as itLink } from '../languages/it/link.ts'
import {
  checkText as itCheck,
  overTexts as itOver,
  receiptTexts as itReceipt,
  refundTexts as itRefund,
  testPanelTexts as itTestPanel,
  tillTexts as itTill,
} from '../languages/it/pages.ts'
import { texts as it } from '../languages/it/payment.ts'
import { texts as itVerifier } from '../languages/it/verifier.ts'
import { texts as jaClaim } from '../languages/ja/claim.ts'
import { texts as jaExchange } from '../languages/ja/exchange.ts'
import { texts as jaLink } from '../languages/ja/link.ts'
import {
  checkText as jaCheck,
  overTexts as jaOver,
  receiptTexts as jaReceipt,
  refundTexts as jaRefund,
  testPanelTexts as jaTestPanel,
  tillTexts as jaTill,
} from '../languages/ja/pages.ts'
import { texts as ja } from '../languages/ja/payment.ts'
import { texts as jaVerifier } from '../languages/ja/verifier.ts'
import { texts as nlClaim } from '../languages/nl/claim.ts'
import { texts as nlExchange } from '../languages/nl/exchange.ts'
import { texts as nlLink } from '../languages/nl/link.ts'
import {
  checkText as nlCheck,
  overTexts as nlOver,
  receiptTexts as nlReceipt,
  refundTexts as nlRefund,
  testPanelTexts as nlTestPanel,
  tillTexts as nlTill,
} from '../languages/nl/pages.ts'
import { texts as nl } from '../languages/nl/payment.ts'
import { texts as nlVerifier } from '../languages/nl/verifier.ts'
import { texts as plClaim } from '../languages/pl/claim.ts'
import { texts as plExchange } from '../languages/pl/exchange.ts'
import { texts as plLink } from '../languages/pl/link.ts'
import {
  checkText as plCheck,
  overTexts as plOver,
  receiptTexts as plReceipt,
  refundTexts as plRefund,
  testPanelTexts as plTestPanel,
  tillTexts as plTill,
} from '../languages/pl/pages.ts'
import { texts as pl } from '../languages/pl/payment.ts'
import { texts as plVerifier } from '../languages/pl/verifier.ts'
import { texts as ptClaim } from '../languages/pt/claim.ts'
import { texts as ptExchange } from '../languages/pt/exchange.ts'
import { texts as ptLink } from '../languages/pt/link.ts'
import {
  checkText as ptCheck,
  overTexts as ptOver,
  receiptTexts as ptReceipt,
  refundTexts as ptRefund,
  testPanelTexts as ptTestPanel,
  tillTexts as ptTill,
} from '../languages/pt/pages.ts'
import { texts as pt } from '../languages/pt/payment.ts'
import { texts as ptVerifier } from '../languages/pt/verifier.ts'
import { texts as trClaim } from '../languages/tr/claim.ts'
import { texts as trExchange } from '../languages/tr/exchange.ts'
import { texts as trLink } from '../languages/tr/link.ts'
import {
  checkText as trCheck,
  overTexts as trOver,
  receiptTexts as trReceipt,
  refundTexts as trRefund,
  testPanelTexts as trTestPanel,
  tillTexts as trTill,
} from '../languages/tr/pages.ts'
import { texts as tr } from '../languages/tr/payment.ts'
import { texts as trVerifier } from '../languages/tr/verifier.ts'
import { texts as zhClaim } from '../languages/zh/claim.ts'
import { texts as zhExchange } from '../languages/zh/exchange.ts'
import { texts as zhLink } from '../languages/zh/link.ts'
import {
  checkText as zhCheck,
  overTexts as zhOver,
  receiptTexts as zhReceipt,
  refundTexts as zhRefund,
  testPanelTexts as zhTestPanel,
  tillTexts as zhTill,
} from '../languages/zh/pages.ts'
import { texts as zh } from '../languages/zh/payment.ts'
import { texts as zhVerifier } from '../languages/zh/verifier.ts'
import type {
  LinkTexts,
  OverTexts,
  ReceiptTexts,
  RefundTexts,
  TestPanelTexts,
  TillTexts,
  VerifierTexts,
} from '../page-texts.ts'
import type { Texts } from '../payment-texts.ts'
import type { ClaimTexts } from '../wallet-texts.ts'

/** The texts of a payment's page in every language. */
export const paymentTexts: Readonly<Record<Language, Texts>> = { ar, de, en, es, fr, it, ja, nl, pl, pt, tr, zh }

/** The steps of a withdrawal from an exchange in every language. */
export const exchangeTexts: Readonly<Record<Language, ExchangeTexts>> = {
  ar: arExchange,
  de: deExchange,
  en: enExchange,
  es: esExchange,
  fr: frExchange,
  it: itExchange,
  ja: jaExchange,
  nl: nlExchange,
  pl: plExchange,
  pt: ptExchange,
  tr: trExchange,
  zh: zhExchange,
}

/** The texts of the form of a payer who has paid, in every language. */
export const claimTexts: Readonly<Record<Language, ClaimTexts>> = {
  ar: arClaim,
  de: deClaim,
  en: enClaim,
  es: esClaim,
  fr: frClaim,
  it: itClaim,
  ja: jaClaim,
  nl: nlClaim,
  pl: plClaim,
  pt: ptClaim,
  tr: trClaim,
  zh: zhClaim,
}

/** The texts of a refund's pages in every language. */
export const refundTexts: Readonly<Record<Language, RefundTexts>> = {
  ar: arRefund,
  de: deRefund,
  en: enRefund,
  es: esRefund,
  fr: frRefund,
  it: itRefund,
  ja: jaRefund,
  nl: nlRefund,
  pl: plRefund,
  pt: ptRefund,
  tr: trRefund,
  zh: zhRefund,
}

/** The texts of the page of a payment link in every language. */
export const linkTexts: Readonly<Record<Language, LinkTexts>> = {
  ar: arLink,
  de: deLink,
  en: enLink,
  es: esLink,
  fr: frLink,
  it: itLink,
  ja: jaLink,
  nl: nlLink,
  pl: plLink,
  pt: ptLink,
  tr: trLink,
  zh: zhLink,
}

/** The link of a payment's page without its script, in every language: it loads the page again. */
export const checkTexts: Readonly<Record<Language, string>> = {
  ar: arCheck,
  de: deCheck,
  en: enCheck,
  es: esCheck,
  fr: frCheck,
  it: itCheck,
  ja: jaCheck,
  nl: nlCheck,
  pl: plCheck,
  pt: ptCheck,
  tr: trCheck,
  zh: zhCheck,
}

/** The texts of a page whose payment or refund ended long ago, in every language. */
export const overTexts: Readonly<Record<Language, OverTexts>> = {
  ar: arOver,
  de: deOver,
  en: enOver,
  es: esOver,
  fr: frOver,
  it: itOver,
  ja: jaOver,
  nl: nlOver,
  pl: plOver,
  pt: ptOver,
  tr: trOver,
  zh: zhOver,
}

/** The texts of the panel of test mode in every language. */
export const testPanelTexts: Readonly<Record<Language, TestPanelTexts>> = {
  ar: arTestPanel,
  de: deTestPanel,
  en: enTestPanel,
  es: esTestPanel,
  fr: frTestPanel,
  it: itTestPanel,
  ja: jaTestPanel,
  nl: nlTestPanel,
  pl: plTestPanel,
  pt: ptTestPanel,
  tr: trTestPanel,
  zh: zhTestPanel,
}

/** The texts of a payment link's till in every language. */
export const tillTexts: Readonly<Record<Language, TillTexts>> = {
  ar: arTill,
  de: deTill,
  en: enTill,
  es: esTill,
  fr: frTill,
  it: itTill,
  ja: jaTill,
  nl: nlTill,
  pl: plTill,
  pt: ptTill,
  tr: trTill,
  zh: zhTill,
}

/** The texts of the page of a receipt in every language. */
export const receiptTexts: Readonly<Record<Language, ReceiptTexts>> = {
  ar: arReceipt,
  de: deReceipt,
  en: enReceipt,
  es: esReceipt,
  fr: frReceipt,
  it: itReceipt,
  ja: jaReceipt,
  nl: nlReceipt,
  pl: plReceipt,
  pt: ptReceipt,
  tr: trReceipt,
  zh: zhReceipt,
}

/** The texts of the page that verifies receipts, in every language. */
export const verifierTexts: Readonly<Record<Language, VerifierTexts>> = {
  ar: arVerifier,
  de: deVerifier,
  en: enVerifier,
  es: esVerifier,
  fr: frVerifier,
  it: itVerifier,
  ja: jaVerifier,
  nl: nlVerifier,
  pl: plVerifier,
  pt: ptVerifier,
  tr: trVerifier,
  zh: zhVerifier,
}
