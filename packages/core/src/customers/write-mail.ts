import type { PaymentReceipt, RefundReceipt } from '@crypto-checkout/api-types'
import { findLanguage, formatFiat } from '@crypto-checkout/payer-ui'
import { receiptMailTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'

type Sent = {
  readonly language: string
  /** The signed receipt. It has the names and amounts of the message. */
  readonly jws: string
  /** The order number; null without one. */
  readonly reference: string | null
  /** The receipt's page. */
  readonly url: string
}

/** The subject and text of a message with a receipt, in the customer's language. Nothing in it is markup. */
export function writeReceiptMail({ language: tag, jws, reference, url }: Sent) {
  const language = findLanguage(tag) ?? 'en'
  const texts = receiptMailTexts[language]
  const claims = readClaims(jws)
  const words = 'payment' in claims ? texts.refund : texts.payment
  const { merchant } = claims
  const amount = formatFiat(Number(claims.amount), claims.currency, language)
  const lines = [
    ...(claims.test ? [texts.sandbox, ''] : []),
    words.text({ amount, merchant }),
    ...(reference === null ? [] : [texts.order({ reference })]),
    '',
    texts.link,
    url,
    '',
    texts.attached,
    '',
    '-- ',
    texts.reason,
    '',
  ]
  return { subject: `${claims.test ? '[Test] ' : ''}${words.subject({ merchant })}`, text: lines.join('\n') }
}

function readClaims(jws: string): PaymentReceipt | RefundReceipt {
  return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())
}
