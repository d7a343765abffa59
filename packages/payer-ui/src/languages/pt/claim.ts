import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${amount} ${coin} na rede ${network}`

export const texts: ClaimTexts = {
  language: 'pt',
  ask: ({ network }) =>
    `Cole o ID da transação da sua carteira ou corretora, ou um link para ela. Vamos procurá-la na rede ${network}.`,
  unnamed: (found, time) => `Às ${time} chegaram ${inWords(found)} sem indicar nenhum pagamento. Foi você que enviou?`,
  label: 'ID da transação',
  invalid: 'Isto não é um ID de transação. Ele tem 64 letras e algarismos, às vezes depois de 0x.',
  found: (terms) =>
    `Encontramos ${inWords(terms)}. Foi você quem enviou? Assine uma mensagem com a conta que enviou, e o valor contará para este pagamento. Assinar não move dinheiro e não custa nada.`,
  sign: (wallet) => `Assinar com ${wallet}`,
  browserWallet: 'Carteira do navegador',
  none: ({ account }) =>
    `Este navegador não tem carteira. Abra esta página em um navegador que tenha a conta ${account}.`,
  exchange: ({ merchant }) =>
    `Uma corretora enviou por você? Então, entre em contato com ${merchant} e informe a referência abaixo.`,
  signing: ({ wallet }) => `Assine a mensagem em ${wallet}. Mantenha esta página aberta.`,
  problems: {
    rejected: () => 'Você recusou na carteira. Nada mudou, e você pode tentar novamente.',
    account: ({ account }) =>
      `O dinheiro veio da conta ${account}. Escolha essa conta na sua carteira e tente novamente.`,
    refused: ({ merchant }) =>
      `Uma assinatura não resolve isto. O seu dinheiro não se perdeu: por favor, entre em contato com ${merchant} e informe a referência abaixo.`,
    failed: () => 'Não recebemos resposta. Confira a sua carteira e a sua conexão e tente novamente.',
  },
}
