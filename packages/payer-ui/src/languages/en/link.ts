import type { Bounds, Method, Seller } from '../../page-texts.ts'

/** The texts of a payment link, on its page and in the element. */
export const texts = {
  /** Above the price. */
  price: 'You pay',
  amountLabel: ({ currency }: { readonly currency: string }) => `Amount in ${currency}`,
  /** The bounds of an entry. */
  bounds: ({ minimum, maximum }: Bounds) =>
    maximum === null ? `At least ${minimum}` : `From ${minimum} to ${maximum}`,
  refused: ({ minimum, maximum }: Bounds) =>
    maximum === null
      ? `Please enter an amount of at least ${minimum}, such as 12.50.`
      : `Please enter an amount from ${minimum} to ${maximum}, such as 12.50.`,
  payIn: ({ coin, network }: Method) => `You pay with ${coin} on ${network}.`,
  /** The payer chooses among several methods later. */
  choice: 'You choose the coin in the next step.',
  pay: 'Pay',
  /** After the end of a payment. */
  again: 'Make another payment',
  /** No payment could be made, for a reason that the payer cannot change. */
  failed: ({ merchant }: Seller) => `No payment can be made right now. Please try again later, or contact ${merchant}.`,
  /** Titles of a link that makes no payments. */
  closed: {
    inactive: 'This payment link is turned off',
    expired: 'This payment link has expired',
    exhausted: 'This payment link has been used up',
  },
  ask: ({ merchant }: Seller) => `To continue, ask ${merchant} for a new link and give the reference below.`,
  notFoundTitle: 'Payment link not found',
  notFound: 'Please check the address, or ask the sender of the link for a new one.',
  /** Below the code that is printed. */
  scan: 'Scan to pay',
}
export type LinkTexts = typeof texts
