import type { FailureCode } from './failure.ts'

export type CopyTarget = 'amount' | 'address' | 'memo'

/** What the element says beyond the words it shares with the page. */
export type ElementTexts = {
  loading: string
  copy: Readonly<Record<CopyTarget, string>>
  copied: Readonly<Record<CopyTarget, string>>
  copyRefused: string
  failureTitle: string
  failures: Readonly<Record<FailureCode, string>>
  /** While the last known state is still shown. */
  stale: (network: string) => string
  retry: string
}

export const elementEnglish: ElementTexts = {
  loading: 'Loading the payment',
  copy: { amount: 'Copy the amount', address: 'Copy the address', memo: 'Copy the memo' },
  copied: { amount: 'Amount copied', address: 'Address copied', memo: 'Memo copied' },
  copyRefused: 'Copying was not allowed. Please select the text and copy it.',
  failureTitle: 'The payment cannot be shown',
  failures: {
    invalid_src: 'This page does not say which payment is meant. Please tell the shop, and do not send anything.',
    not_found: 'There is no payment at this address. Please check the link, and do not send anything.',
    rate_limited: 'There were too many requests from your network. It is tried again in a moment.',
    server_error: 'The payment server has a problem. It is tried again in a moment.',
    invalid_response: 'The payment server answered something unexpected. It is tried again in a moment.',
    unreachable: 'The payment server cannot be reached. It is tried again in a moment.',
  },
  stale: (network) =>
    `The payment server cannot be reached, so this may be out of date. What you have sent on ${network} is not lost.`,
  retry: 'Try again',
}
