import type { LinkTexts } from '../../page-texts.ts'

export const texts: LinkTexts = {
  price: 'You pay',
  amountLabel: ({ currency }) => `Amount in ${currency}`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `At least ${minimum}` : `From ${minimum} to ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Please enter an amount of at least ${minimum}, such as 12.50.`
      : `Please enter an amount from ${minimum} to ${maximum}, such as 12.50.`,
  payIn: ({ coin, network }) => `You pay with ${coin} on ${network}.`,
  choice: 'You choose the coin in the next step.',
  pay: 'Pay',
  again: 'Make another payment',
  failed: ({ merchant }) => `No payment can be made right now. Please try again later, or contact ${merchant}.`,
  closed: {
    inactive: 'This payment link is turned off',
    expired: 'This payment link has expired',
    exhausted: 'This payment link has been used up',
  },
  ask: ({ merchant }) => `To continue, ask ${merchant} for a new link and give the reference below.`,
  notFoundTitle: 'Payment link not found',
  notFound: 'Please check the address, or ask the sender of the link for a new one.',
  scan: 'Scan to pay',
}
