import type { GaslessTexts, PanelTerms } from '../../texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} on ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Pay without gas?',
      `Sign ${inWords(terms)} in ${terms.wallet}, and the fee of the network is paid for you: you need no ${terms.currency}.`,
    ],
    signing: (terms) => [
      `Sign in ${terms.wallet}`,
      `Sign exactly ${inWords(terms)} there. You pay no fee on top. Keep this page open.`,
    ],
    relaying: ({ network }) => [
      'Signed. Please do not pay again',
      `The payment is being sent for you and will show here as soon as ${network} has it.`,
    ],
    ungiven: ({ currency }) => [
      'The fee cannot be paid for you now',
      `Nothing was sent. You can pay in the ordinary way; the fee of the network is then paid in ${currency} from your account.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'This account cannot pay without gas',
      `${coin} on ${network} cannot be paid so from this account. Nothing was sent. You can pay in the ordinary way, with a fee in ${currency}, or with another account.`,
    ],
    unrelayed: ({ currency }) => [
      'The payment could not be sent for you',
      `What you signed was not carried out, and nothing was taken from your account. Please pay in the ordinary way, with a fee in ${currency}.`,
    ],
    unanswered: () => [
      'The payment server does not answer',
      'It is not known whether your signature has arrived. Please try again: signing again cannot pay twice.',
    ],
  },
  withoutGas: 'Pay without gas',
  ownGas: 'Pay the fee myself',
}
