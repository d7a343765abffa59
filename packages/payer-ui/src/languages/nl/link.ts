import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'U betaalt',
  amountLabel: ({ currency }) => `Bedrag in ${currency}`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `Minstens ${minimum}` : `Van ${minimum} tot ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Vul een bedrag van minstens ${minimum} in, bijvoorbeeld 12,50.`
      : `Vul een bedrag van ${minimum} tot ${maximum} in, bijvoorbeeld 12,50.`,
  payIn: ({ coin, network }) => `U betaalt met ${coin} op ${network}.`,
  choice: 'U kiest de munt in de volgende stap.',
  pay: 'Betalen',
  again: 'Nog een betaling doen',
  failed: ({ merchant }) =>
    `Betalen is nu niet mogelijk. Probeer het later opnieuw, of neem contact op met ${merchant}.`,
  closed: {
    inactive: 'Deze betaallink is uitgeschakeld',
    expired: 'Deze betaallink is verlopen',
    exhausted: 'Deze betaallink is opgebruikt',
  },
  ask: ({ merchant }) =>
    `Wilt u nog betalen, vraag ${merchant} dan om een nieuwe link en noem de referentie hieronder.`,
  notFoundTitle: 'Betaallink niet gevonden',
  notFound: 'Controleer het adres, of vraag de afzender om een nieuwe link.',
  scan: 'Scan om te betalen',
}
