import type { Language } from '../language.ts'
import { texts as arMethods } from '../languages/ar/methods.ts'
import { texts as ar } from '../languages/ar/payment.ts'
import { texts as arRefund } from '../languages/ar/refund.ts'
import { texts as deMethods } from '../languages/de/methods.ts'
import { texts as de } from '../languages/de/payment.ts'
import { texts as deRefund } from '../languages/de/refund.ts'
import { texts as enMethods } from '../languages/en/methods.ts'
import { texts as en } from '../languages/en/payment.ts'
import { texts as enRefund } from '../languages/en/refund.ts'
import { texts as esMethods } from '../languages/es/methods.ts'
import { texts as es } from '../languages/es/payment.ts'
import { texts as esRefund } from '../languages/es/refund.ts'
import { texts as frMethods } from '../languages/fr/methods.ts'
import { texts as fr } from '../languages/fr/payment.ts'
import { texts as frRefund } from '../languages/fr/refund.ts'
import { texts as itMethods } from '../languages/it/methods.ts'
import { texts as it } from '../languages/it/payment.ts'
import { texts as itRefund } from '../languages/it/refund.ts'
import { texts as jaMethods } from '../languages/ja/methods.ts'
import { texts as ja } from '../languages/ja/payment.ts'
import { texts as jaRefund } from '../languages/ja/refund.ts'
import { texts as nlMethods } from '../languages/nl/methods.ts'
import { texts as nl } from '../languages/nl/payment.ts'
import { texts as nlRefund } from '../languages/nl/refund.ts'
import { texts as plMethods } from '../languages/pl/methods.ts'
import { texts as pl } from '../languages/pl/payment.ts'
import { texts as plRefund } from '../languages/pl/refund.ts'
import { texts as ptMethods } from '../languages/pt/methods.ts'
import { texts as pt } from '../languages/pt/payment.ts'
import { texts as ptRefund } from '../languages/pt/refund.ts'
import { texts as trMethods } from '../languages/tr/methods.ts'
import { texts as tr } from '../languages/tr/payment.ts'
import { texts as trRefund } from '../languages/tr/refund.ts'
import { texts as zhMethods } from '../languages/zh/methods.ts'
import { texts as zh } from '../languages/zh/payment.ts'
import { texts as zhRefund } from '../languages/zh/refund.ts'
import type { MethodTexts, Texts } from '../payment-texts.ts'
import type { RefundTexts } from '../refund-texts.ts'

/** The texts of a payment's page in every language. */
export const paymentTexts: Readonly<Record<Language, Texts>> = { ar, de, en, es, fr, it, ja, nl, pl, pt, tr, zh }

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

/** The choice among the ways to pay, in every language. */
export const methodTexts: Readonly<Record<Language, MethodTexts>> = {
  ar: arMethods,
  de: deMethods,
  en: enMethods,
  es: esMethods,
  fr: frMethods,
  it: itMethods,
  ja: jaMethods,
  nl: nlMethods,
  pl: plMethods,
  pt: ptMethods,
  tr: trMethods,
  zh: zhMethods,
}
