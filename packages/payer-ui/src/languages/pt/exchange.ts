import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} na rede ${network}`

export const texts: ExchangeTexts = {
  language: 'pt',
  switch: 'As taxas das corretoras mudam o valor, e aqui ele precisa ser exato. Qualquer valor serve com:',
  network: (terms) => `Escolha ${terms.exchangeNetwork} como rede do saque`,
  amount: (terms) => `Defina o valor de modo que, descontada a taxa da corretora, cheguem exatamente ${inWords(terms)}`,
  note: {
    amount: 'Se a corretora não conseguir fazer isso até o último dígito, use uma carteira própria.',
    memo: 'Não omita o memo: sem ele não conseguimos reconhecer o seu pagamento.',
    address: 'Se chegar menos, esta página pedirá o resto.',
  },
  time: (terms) =>
    `As corretoras levam de 2 a 60 minutos. O dinheiro que chegar depois não se perde, mas ${terms.merchant} precisa aceitá-lo manualmente.`,
}
