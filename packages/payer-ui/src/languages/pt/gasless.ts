import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} na rede ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Pagar sem taxa de rede',
      `Assine ${inWords(terms)} em ${terms.wallet}. Nós pagamos a taxa da rede: não é preciso ter ${terms.currency}.`,
    ],
    signing: (terms) => [
      `Assine em ${terms.wallet}`,
      `Assine lá exatamente ${inWords(terms)}. Nenhuma taxa é acrescentada. Deixe esta página aberta.`,
    ],
    relaying: ({ network }) => [
      `Assinado. Aguardando a ${network}`,
      'Por favor, não pague de novo: estamos enviando o seu pagamento, que aparecerá aqui em instantes.',
    ],
    ungiven: ({ currency }) => [
      'A taxa não pode ser paga por você agora',
      `Nada foi enviado. Você pode pagar da forma habitual; a taxa da rede é então paga em ${currency} da sua conta.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Esta conta precisa pagar a taxa',
      `Desta conta não é possível pagar assim com ${coin} na rede ${network}. Nada foi enviado. Você pode pagar da forma habitual, com uma taxa em ${currency}, ou com outra conta.`,
    ],
    unrelayed: ({ currency }) => [
      'Não foi possível enviar o pagamento por você',
      `O que você assinou não foi executado e nada saiu da sua conta. Por favor, pague da forma habitual, com uma taxa em ${currency}.`,
    ],
    unanswered: () => [
      'O servidor de pagamento não responde',
      'Não se sabe se a sua assinatura chegou. Tente novamente: assinar de novo não pode pagar duas vezes.',
    ],
  },
  withoutGas: 'Pagar sem taxa de rede',
  ownGas: 'Eu pago a taxa',
}
