import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} w sieci ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Zapłać bez opłaty sieciowej',
      `Proszę podpisać ${inWords(terms)} w: ${terms.wallet}. Opłatę sieciową płacimy my: ${terms.currency} nie jest potrzebne.`,
    ],
    signing: (terms) => [
      `Proszę podpisać w: ${terms.wallet}`,
      `Proszę tam podpisać dokładnie ${inWords(terms)}. Nie dochodzi żadna opłata. Tę stronę należy pozostawić otwartą.`,
    ],
    relaying: ({ network }) => [
      `Podpisano. Czekamy na sieć ${network}`,
      'Prosimy nie płacić ponownie: wysyłamy płatność i zaraz się tu pojawi.',
    ],
    ungiven: ({ currency }) => [
      'Opłata nie może teraz zostać pokryta',
      `Nic nie zostało wysłane. Można zapłacić w zwykły sposób; opłata sieciowa zostanie wtedy pobrana z konta w ${currency}.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'To konto musi samo zapłacić opłatę',
      `Z tego konta nie można w ten sposób zapłacić ${coin} w sieci ${network}. Nic nie zostało wysłane. Można zapłacić w zwykły sposób, z opłatą w ${currency}, lub z innego konta.`,
    ],
    unrelayed: ({ currency }) => [
      'Płatności nie udało się wysłać',
      `To, co zostało podpisane, nie zostało wykonane i z konta nic nie pobrano. Prosimy zapłacić w zwykły sposób, z opłatą w ${currency}.`,
    ],
    unanswered: () => [
      'Serwer płatności nie odpowiada',
      'Nie wiadomo, czy podpis dotarł. Prosimy spróbować ponownie: ponowne podpisanie nie może zapłacić dwa razy.',
    ],
  },
  withoutGas: 'Zapłać bez opłaty sieciowej',
  ownGas: 'Opłacam sieć samodzielnie',
}
