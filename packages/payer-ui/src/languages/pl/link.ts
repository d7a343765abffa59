import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'Do zapłaty',
  amountLabel: ({ currency }) => `Kwota w ${currency}`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `Co najmniej ${minimum}` : `Od ${minimum} do ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Prosimy podać kwotę co najmniej ${minimum}, na przykład 12,50.`
      : `Prosimy podać kwotę od ${minimum} do ${maximum}, na przykład 12,50.`,
  payIn: ({ coin, network }) => `Płatność w ${coin} w sieci ${network}.`,
  choice: 'Walutę płatności wybiera się w następnym kroku.',
  pay: 'Zapłać',
  again: 'Wykonaj kolejną płatność',
  failed: ({ merchant }) =>
    `Płatność nie jest teraz możliwa. Prosimy spróbować później lub skontaktować się ze sprzedawcą ${merchant}.`,
  closed: {
    inactive: 'Ten link do płatności jest wyłączony',
    expired: 'Ten link do płatności wygasł',
    exhausted: 'Ten link do płatności został wykorzystany',
  },
  ask: ({ merchant }) =>
    `Jeśli nadal chcą Państwo zapłacić, prosimy zwrócić się do sprzedawcy ${merchant} o nowy link i podać numer poniżej.`,
  notFoundTitle: 'Nie znaleziono linku do płatności',
  notFound: 'Prosimy sprawdzić adres albo poprosić nadawcę o nowy link.',
  scan: 'Zeskanuj, aby zapłacić',
}
