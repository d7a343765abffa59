import type { ExchangeTexts } from '../exchange.ts'
import type { Language } from '../language.ts'
import { texts as arExchange } from '../languages/ar/exchange.ts'
import { texts as arLink } from '../languages/ar/link.ts'
import { refundTexts as arRefund } from '../languages/ar/pages.ts'
import { texts as ar } from '../languages/ar/payment.ts'
import { texts as arTill } from '../languages/ar/till.ts'
import { texts as deExchange } from '../languages/de/exchange.ts'
import { texts as deLink } from '../languages/de/link.ts'
import { refundTexts as deRefund } from '../languages/de/pages.ts'
import { texts as de } from '../languages/de/payment.ts'
import { texts as deTill } from '../languages/de/till.ts'
import { texts as enExchange } from '../languages/en/exchange.ts'
import { texts as enLink } from '../languages/en/link.ts'
import { refundTexts as enRefund } from '../languages/en/pages.ts'
import { texts as en } from '../languages/en/payment.ts'
import { texts as enTill } from '../languages/en/till.ts'
import { texts as esExchange } from '../languages/es/exchange.ts'
import { texts as esLink } from '../languages/es/link.ts'
import { refundTexts as esRefund } from '../languages/es/pages.ts'
import { texts as es } from '../languages/es/payment.ts'
import { texts as esTill } from '../languages/es/till.ts'
import { texts as frExchange } from '../languages/fr/exchange.ts'
import { texts as frLink } from '../languages/fr/link.ts'
import { refundTexts as frRefund } from '../languages/fr/pages.ts'
import { texts as fr } from '../languages/fr/payment.ts'
import { texts as frTill } from '../languages/fr/till.ts'
import { texts as itExchange } from '../languages/it/exchange.ts'
import { texts as itLink } from '../languages/it/link.ts'
import { refundTexts as itRefund } from '../languages/it/pages.ts'
import { texts as it } from '../languages/it/payment.ts'
import { texts as itTill } from '../languages/it/till.ts'
import { texts as jaExchange } from '../languages/ja/exchange.ts'
import { texts as jaLink } from '../languages/ja/link.ts'
import { refundTexts as jaRefund } from '../languages/ja/pages.ts'
import { texts as ja } from '../languages/ja/payment.ts'
import { texts as jaTill } from '../languages/ja/till.ts'
import { texts as nlExchange } from '../languages/nl/exchange.ts'
import { texts as nlLink } from '../languages/nl/link.ts'
import { refundTexts as nlRefund } from '../languages/nl/pages.ts'
import { texts as nl } from '../languages/nl/payment.ts'
import { texts as nlTill } from '../languages/nl/till.ts'
import { texts as plExchange } from '../languages/pl/exchange.ts'
import { texts as plLink } from '../languages/pl/link.ts'
import { refundTexts as plRefund } from '../languages/pl/pages.ts'
import { texts as pl } from '../languages/pl/payment.ts'
import { texts as plTill } from '../languages/pl/till.ts'
import { texts as ptExchange } from '../languages/pt/exchange.ts'
import { texts as ptLink } from '../languages/pt/link.ts'
import { refundTexts as ptRefund } from '../languages/pt/pages.ts'
import { texts as pt } from '../languages/pt/payment.ts'
import { texts as ptTill } from '../languages/pt/till.ts'
import { texts as trExchange } from '../languages/tr/exchange.ts'
import { texts as trLink } from '../languages/tr/link.ts'
import { refundTexts as trRefund } from '../languages/tr/pages.ts'
import { texts as tr } from '../languages/tr/payment.ts'
import { texts as trTill } from '../languages/tr/till.ts'
import { texts as zhExchange } from '../languages/zh/exchange.ts'
import { texts as zhLink } from '../languages/zh/link.ts'
import { refundTexts as zhRefund } from '../languages/zh/pages.ts'
import { texts as zh } from '../languages/zh/payment.ts'
import { texts as zhTill } from '../languages/zh/till.ts'
import type { LinkTexts, RefundTexts, TillTexts } from '../page-texts.ts'
import type { Texts } from '../payment-texts.ts'

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
