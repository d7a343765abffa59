import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'Importo da pagare',
  amountLabel: ({ currency }) => `Importo in ${currency}`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `Almeno ${minimum}` : `Da ${minimum} a ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Inserisca un importo di almeno ${minimum}, per esempio 12,50.`
      : `Inserisca un importo da ${minimum} a ${maximum}, per esempio 12,50.`,
  payIn: ({ coin, network }) => `Paga con ${coin} su ${network}.`,
  choice: 'Sceglierà la moneta nel passaggio successivo.',
  pay: 'Paga',
  again: 'Effettua un altro pagamento',
  failed: ({ merchant }) => `Al momento non è possibile pagare. Riprovi più tardi, o contatti ${merchant}.`,
  closed: {
    inactive: 'Questo link di pagamento è disattivato',
    expired: 'Questo link di pagamento è scaduto',
    exhausted: 'Questo link di pagamento è esaurito',
  },
  ask: ({ merchant }) =>
    `Se desidera ancora pagare, chieda a ${merchant} un nuovo link e indichi il riferimento qui sotto.`,
  notFoundTitle: 'Link di pagamento non trovato',
  notFound: 'Controlli l’indirizzo, o chieda un nuovo link a chi gliel’ha inviato.',
  scan: 'Scansioni per pagare',
}
