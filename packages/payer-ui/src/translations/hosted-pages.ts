import type { ExchangeTexts } from '../exchange.ts'
import type { Language } from '../language.ts'
import { texts as arClaim } from '../languages/ar/claim.ts'
import { texts as arExchange } from '../languages/ar/exchange.ts'
import { texts as arLink } from '../languages/ar/link.ts'
import * as arPages from '../languages/ar/pages.ts'
import { texts as ar } from '../languages/ar/payment.ts'
import { texts as arVerifier } from '../languages/ar/verifier.ts'
import { texts as deClaim } from '../languages/de/claim.ts'
import { texts as deExchange } from '../languages/de/exchange.ts'
import { texts as deLink } from '../languages/de/link.ts'
import * as dePages from '../languages/de/pages.ts'
import { texts as de } from '../languages/de/payment.ts'
import { texts as deVerifier } from '../languages/de/verifier.ts'
import { texts as enClaim } from '../languages/en/claim.ts'
import { texts as enExchange } from '../languages/en/exchange.ts'
import { texts as enLink } from '../languages/en/link.ts'
import * as enPages from '../languages/en/pages.ts'
import { texts as en } from '../languages/en/payment.ts'
import { texts as enVerifier } from '../languages/en/verifier.ts'
import { texts as esClaim } from '../languages/es/claim.ts'
import { texts as esExchange } from '../languages/es/exchange.ts'
import { texts as esLink } from '../languages/es/link.ts'
import * as esPages from '../languages/es/pages.ts'
import { texts as es } from '../languages/es/payment.ts'
import { texts as esVerifier } from '../languages/es/verifier.ts'
import { texts as frClaim } from '../languages/fr/claim.ts'
import { texts as frExchange } from '../languages/fr/exchange.ts'
import { texts as frLink } from '../languages/fr/link.ts'
import * as frPages from '../languages/fr/pages.ts'
import { texts as fr } from '../languages/fr/payment.ts'
import { texts as frVerifier } from '../languages/fr/verifier.ts'
import { texts as itClaim } from '../languages/it/claim.ts'
import { texts as itExchange } from '../languages/it/exchange.ts'
import { texts as itLink } from '../languages/it/link.ts'
import * as itPages from '../languages/it/pages.ts'
import { texts as it } from '../languages/it/payment.ts'
import { texts as itVerifier } from '../languages/it/verifier.ts'
import { texts as jaClaim } from '../languages/ja/claim.ts'
import { texts as jaExchange } from '../languages/ja/exchange.ts'
import { texts as jaLink } from '../languages/ja/link.ts'
import * as jaPages from '../languages/ja/pages.ts'
import { texts as ja } from '../languages/ja/payment.ts'
import { texts as jaVerifier } from '../languages/ja/verifier.ts'
import { texts as nlClaim } from '../languages/nl/claim.ts'
import { texts as nlExchange } from '../languages/nl/exchange.ts'
import { texts as nlLink } from '../languages/nl/link.ts'
import * as nlPages from '../languages/nl/pages.ts'
import { texts as nl } from '../languages/nl/payment.ts'
import { texts as nlVerifier } from '../languages/nl/verifier.ts'
import { texts as plClaim } from '../languages/pl/claim.ts'
import { texts as plExchange } from '../languages/pl/exchange.ts'
import { texts as plLink } from '../languages/pl/link.ts'
import * as plPages from '../languages/pl/pages.ts'
import { texts as pl } from '../languages/pl/payment.ts'
import { texts as plVerifier } from '../languages/pl/verifier.ts'
import { texts as ptClaim } from '../languages/pt/claim.ts'
import { texts as ptExchange } from '../languages/pt/exchange.ts'
import { texts as ptLink } from '../languages/pt/link.ts'
import * as ptPages from '../languages/pt/pages.ts'
import { texts as pt } from '../languages/pt/payment.ts'
import { texts as ptVerifier } from '../languages/pt/verifier.ts'
import { texts as trClaim } from '../languages/tr/claim.ts'
import { texts as trExchange } from '../languages/tr/exchange.ts'
import { texts as trLink } from '../languages/tr/link.ts'
import * as trPages from '../languages/tr/pages.ts'
import { texts as tr } from '../languages/tr/payment.ts'
import { texts as trVerifier } from '../languages/tr/verifier.ts'
import { texts as zhClaim } from '../languages/zh/claim.ts'
import { texts as zhExchange } from '../languages/zh/exchange.ts'
import { texts as zhLink } from '../languages/zh/link.ts'
import * as zhPages from '../languages/zh/pages.ts'
import { texts as zh } from '../languages/zh/payment.ts'
import { texts as zhVerifier } from '../languages/zh/verifier.ts'
import type { Texts } from '../payment-texts.ts'
import type { ClaimTexts } from '../wallet-texts.ts'

/** The texts of one language that the server shows. */
type Files = {
  readonly payment: Texts
  readonly claim: ClaimTexts
  readonly exchange: ExchangeTexts
  readonly link: typeof enLink
  readonly verifier: typeof enVerifier
  readonly pages: Omit<typeof enPages, 'checkText'> & { readonly checkText: string }
}

/** Picks the same texts of every language. */
function collect<Part>(pick: (files: Files) => Part): Readonly<Record<Language, Part>> {
  return {
    ar: pick({ pages: arPages, payment: ar, claim: arClaim, exchange: arExchange, link: arLink, verifier: arVerifier }),
    de: pick({ pages: dePages, payment: de, claim: deClaim, exchange: deExchange, link: deLink, verifier: deVerifier }),
    en: pick({ pages: enPages, payment: en, claim: enClaim, exchange: enExchange, link: enLink, verifier: enVerifier }),
    es: pick({ pages: esPages, payment: es, claim: esClaim, exchange: esExchange, link: esLink, verifier: esVerifier }),
    fr: pick({ pages: frPages, payment: fr, claim: frClaim, exchange: frExchange, link: frLink, verifier: frVerifier }),
    it: pick({ pages: itPages, payment: it, claim: itClaim, exchange: itExchange, link: itLink, verifier: itVerifier }),
    ja: pick({ pages: jaPages, payment: ja, claim: jaClaim, exchange: jaExchange, link: jaLink, verifier: jaVerifier }),
    nl: pick({ pages: nlPages, payment: nl, claim: nlClaim, exchange: nlExchange, link: nlLink, verifier: nlVerifier }),
    pl: pick({ pages: plPages, payment: pl, claim: plClaim, exchange: plExchange, link: plLink, verifier: plVerifier }),
    pt: pick({ pages: ptPages, payment: pt, claim: ptClaim, exchange: ptExchange, link: ptLink, verifier: ptVerifier }),
    tr: pick({ pages: trPages, payment: tr, claim: trClaim, exchange: trExchange, link: trLink, verifier: trVerifier }),
    zh: pick({ pages: zhPages, payment: zh, claim: zhClaim, exchange: zhExchange, link: zhLink, verifier: zhVerifier }),
  }
}

/** The texts of a payment's page in every language. */
export const paymentTexts = collect(({ payment }) => payment)

/** The steps of a withdrawal from an exchange in every language. */
export const exchangeTexts = collect(({ exchange }) => exchange)

/** The texts of the form of a payer who has paid, in every language. */
export const claimTexts = collect(({ claim }) => claim)

/** The texts of a refund's pages in every language. */
export const refundTexts = collect(({ pages }) => pages.refundTexts)

/** The texts of the page of a payment link in every language. */
export const linkTexts = collect(({ link }) => link)

/** The link of a payment's page without its script, in every language: it loads the page again. */
export const checkTexts = collect(({ pages }) => pages.checkText)

/** The texts of a page whose payment or refund ended long ago, in every language. */
export const overTexts = collect(({ pages }) => pages.overTexts)

/** The texts of the panel of test mode in every language. */
export const testPanelTexts = collect(({ pages }) => pages.testPanelTexts)

/** The texts of a payment link's till in every language. */
export const tillTexts = collect(({ pages }) => pages.tillTexts)

/** The texts of the page of a receipt in every language. */
export const receiptTexts = collect(({ pages }) => pages.receiptTexts)

/** The texts of the e-mail with a receipt, in every language. */
export const receiptMailTexts = collect(({ pages }) => pages.receiptMailTexts)

/** The texts of the page that verifies receipts, in every language. */
export const verifierTexts = collect(({ verifier }) => verifier)
