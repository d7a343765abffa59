import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} on ${network}`

export const texts: ExchangeTexts = {
  language: 'en',
  switch: 'Exchange fees change the amount, but here it must be exact. Any amount works with:',
  network: (terms) => `Choose ${terms.exchangeNetwork} as the network of the withdrawal`,
  amount: (terms) => `Set the amount so that exactly ${inWords(terms)} arrives after the exchange's fee`,
  note: {
    amount: 'If the exchange cannot do that to the last digit, use your own wallet instead.',
    memo: 'Do not leave out the memo: without it we cannot match your payment.',
    address: 'If less arrives, this page asks for the rest.',
  },
  time: (terms) =>
    `Exchanges take 2 to 60 minutes. Money that arrives later is not lost, but ${terms.merchant} has to accept it by hand.`,
}
