import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} on ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Pay with no network fee',
      `Sign ${inWords(terms)} in ${terms.wallet}. We pay the network fee, so you need no ${terms.currency}.`,
    ],
    signing: (terms) => [
      `Sign in ${terms.wallet}`,
      `Sign exactly ${inWords(terms)} there. There is no fee. Keep this page open.`,
    ],
    relaying: ({ network }) => [
      `Signed. Waiting for ${network}`,
      'Please do not pay again: we are sending your payment, and it will show here in a moment.',
    ],
    ungiven: ({ currency }) => [
      'We cannot pay the fee for you now',
      `Nothing was sent. You can still pay, with a network fee in ${currency} from your account.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'This account has to pay the fee',
      `We cannot pay the fee for ${coin} on ${network} from this account. Nothing was sent. You can pay with a network fee in ${currency}, or with another account.`,
    ],
    unrelayed: ({ currency }) => [
      'We could not send your payment',
      `Your signature was not used, and nothing was taken from your account. Please pay with a network fee in ${currency}.`,
    ],
    unanswered: () => [
      'The payment server does not answer',
      'We do not know whether your signature arrived. Please try again: signing again cannot pay twice.',
    ],
  },
  withoutGas: 'Pay with no network fee',
  ownGas: 'Pay the fee myself',
}
