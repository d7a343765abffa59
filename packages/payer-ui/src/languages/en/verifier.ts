import type { ReceiptProblem } from '../../receipts/verify.ts'

/** The texts of the page that verifies receipts. */
export const texts = {
  title: 'Check a receipt',
  intro: 'Paste a signed receipt, or open its file. It is checked in this browser, and nothing is sent.',
  receipt: 'Receipt',
  file: 'Or a file',
  proves: 'What this proves',
  meaning:
    'The signature proves that the checkout with this key said so. The chain proves that the money moved: look the transaction up in an explorer that you trust, and compare block, recipient and amount. Neither proves that goods were sent. A receipt is not an invoice.',
  needsScript: 'This page needs JavaScript to check a signature.',
  trustTitle: 'Which keys are trusted',
  /** `at`: when the keys were put into the page. */
  trust: ({ issuer, at }: { readonly issuer: string; readonly at: string }) =>
    `Those of ${issuer} at ${at}, which are in this page. Trust them only if you got this page from a place that you trust. Save the page to check receipts later, without a network.`,
  otherKeys: 'Use other keys',
  keys: 'Keys (a JWK set), in place of those of this page',
  /** The words of the page's script. They are in the page, so a saved copy has them. */
  script: {
    verdicts: {
      genuine: 'Genuine: it is signed as it is, by the key below.',
      test: 'A test: it is signed, but by a sandbox. No real money was paid.',
      wrong: 'Do not trust it.',
      insecure:
        'This browser checks signatures only on pages with https, and in saved files. Save this page and open the file.',
      wrongKeys: 'Your keys are not a JWK set.',
      tooOld: 'This browser cannot check Ed25519 signatures. A newer one can.',
    },
    problems: {
      malformed: 'This is no receipt, or a part of it is missing.',
      wrong_algorithm: 'It is not signed by EdDSA: only that is accepted.',
      wrong_type: 'It is signed for another purpose, not as a receipt.',
      foreign_header: 'Its header has entries that receipts never have.',
      unknown_key: 'It is not signed by a key that you trust.',
      wrong_signature: 'Its signature is wrong: it was changed, or it is forged.',
      wrong_issuer: 'It was issued by somebody else.',
      wrong_claims: 'It is signed, but it does not say what a receipt says.',
      retired_key: 'It claims to be newer than the last receipt of its key.',
      test_receipt: 'It is a receipt of the sandbox: no real money was paid.',
    } satisfies Record<ReceiptProblem, string>,
    labels: {
      payment: 'Payment',
      refund: 'Refund',
      issuer: 'Issued by',
      merchant: 'Merchant',
      price: 'Price',
      amount: 'Amount',
      received: 'Received',
      note: 'Note',
      accepted: 'The merchant accepted it as it was.',
      paid: 'Paid',
      sent: 'Sent',
      refundOf: 'Refund of',
      order: 'Order',
      network: 'Network',
      contract: 'Contract of the coin',
      recipient: 'Recipient',
      memo: 'Memo',
      transaction: 'Transaction',
      sender: 'from',
      block: 'block',
      id: 'Receipt number',
      key: 'Key',
    },
  },
}
export type VerifierTexts = typeof texts
