import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'Você paga',
  amountLabel: ({ currency }) => `Valor em ${currency}`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `No mínimo ${minimum}` : `De ${minimum} a ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Por favor, informe um valor de no mínimo ${minimum}, por exemplo 12,50.`
      : `Por favor, informe um valor de ${minimum} a ${maximum}, por exemplo 12,50.`,
  payIn: ({ coin, network }) => `Você paga com ${coin} na ${network}.`,
  choice: 'Você escolhe a moeda na próxima etapa.',
  pay: 'Pagar',
  again: 'Fazer outro pagamento',
  failed: ({ merchant }) =>
    `Não é possível pagar agora. Por favor, tente mais tarde ou entre em contato com ${merchant}.`,
  closed: {
    inactive: 'Este link de pagamento está desativado',
    expired: 'Este link de pagamento expirou',
    exhausted: 'Este link de pagamento está esgotado',
  },
  ask: ({ merchant }) => `Se ainda quiser pagar, peça um novo link a ${merchant} e informe a referência abaixo.`,
  notFoundTitle: 'Link de pagamento não encontrado',
  notFound: 'Por favor, verifique o endereço ou peça um novo link a quem o enviou.',
  scan: 'Escaneie para pagar',
}
