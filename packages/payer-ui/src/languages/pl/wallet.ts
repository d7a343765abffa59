import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} w sieci ${network}`

export const texts: WalletTexts = {
  language: 'pl',
  locale: 'pl',
  direction: 'ltr',
  messages: {
    opening: () => ['Wyszukiwanie portfeli', null],
    unreachable: () => [
      'Nie można połączyć się z serwerem płatności',
      'Nic nie zostało wysłane. Prosimy sprawdzić połączenie i spróbować ponownie.',
    ],
    contradiction: ({ merchant }) => [
      'Prosimy nie płacić',
      `Dane tej płatności są sprzeczne, dlatego żaden portfel nie został o nic poproszony. Prosimy powiadomić sprzedawcę ${merchant} i nic nie wysyłać.`,
    ],
    choosing: (terms) => ['Proszę wybrać portfel', `Poprosi on o potwierdzenie dokładnie ${inWords(terms)}.`],
    apps: ({ coin, network }) => [
      'Otwórz w aplikacji portfela',
      `Aplikacja otworzy tę płatność we własnej przeglądarce, gdzie może wysłać ${coin} w sieci ${network}.`,
    ],
    handover: (terms) => [
      'Otwórz w aplikacji portfela',
      `Na tym urządzeniu otworzy się aplikacja portfela, w której można potwierdzić ${inWords(terms)}. Jeśli żadna się nie otworzy, można wrócić i skopiować dane.`,
    ],
    none: ({ coin, network }) => [
      'Nie znaleziono portfela',
      `W tej przeglądarce nie ma portfela, który mógłby wysłać ${coin} w sieci ${network}. Można zeskanować kod portfelem w telefonie albo otworzyć tę stronę w przeglądarce z portfelem.`,
    ],
    pairing: () => [
      'Połącz portfel',
      'Proszę zeskanować ten kod portfelem i zezwolić na połączenie. Kod służy tylko do połączenia; płatność potwierdza się potem.',
    ],
    pairingHere: () => [
      'Połącz portfel',
      'Proszę otworzyć portfel tutaj albo zeskanować ten kod portfelem na innym urządzeniu i zezwolić na połączenie. Płatność potwierdza się dopiero potem.',
    ],
    connecting: ({ wallet }) => [
      `Łączenie z: ${wallet}`,
      'Proszę otworzyć portfel, odblokować go, jeśli o to poprosi, i zezwolić na połączenie.',
    ],
    switching: ({ wallet, network }) => [
      `Przełączenie na ${network}`,
      `${wallet} używa innej sieci. Proszę zezwolić na przełączenie na ${network}.`,
    ],
    checking: () => ['Sprawdzanie konta', null],
    offered: ({ amount, coin, network }) => [
      'Zapłać inną walutą',
      `Proszę wybrać, czym zapłacić. ${network} wymieni to po drodze: dotrze dokładnie ${amount} ${coin}, a pobrana zostanie tylko cena z tej chwili.`,
    ],
    sending: (terms) => [
      `Proszę potwierdzić w: ${terms.wallet}`,
      `Proszę tam potwierdzić ${inWords(terms)}. Tę stronę należy pozostawić otwartą.`,
    ],
    silent: ({ wallet }) => [
      `${wallet} jeszcze nie odpowiada`,
      'Prośby o potwierdzenie proszę poszukać za tym oknem, pod ikoną obok paska adresu lub w aplikacji. Jeśli jest już potwierdzona, proszę tu poczekać: płatność zaraz się pojawi.',
    ],
    unknown: (terms) => [
      'Proszę najpierw sprawdzić portfel',
      `${terms.wallet} nie podaje, czy wysłano ${inWords(terms)}. Jeśli przelew tam jest, prosimy nie wysyłać go ponownie: pojawi się tutaj, gdy tylko znajdzie się w sieci ${terms.network}.`,
    ],
    sent: ({ network }) => [
      `Wysłano. Czekamy na sieć ${network}`,
      'Prosimy nie płacić ponownie: płatność zaraz się tu pojawi.',
    ],
    rejected: () => ['Odrzucono w portfelu', 'Nic nie zostało wysłane. Można spróbować ponownie lub zapłacić inaczej.'],
    pending: ({ wallet }) => [
      'Inne zapytanie jest już otwarte',
      `${wallet} wciąż czeka na odpowiedź na wcześniejsze zapytanie. Proszę tam odpowiedzieć, a potem spróbować ponownie.`,
    ],
    locked: ({ wallet }) => [
      'Portfel jest zablokowany',
      `Proszę odblokować ${wallet}, udostępnić tej stronie konto i spróbować ponownie. Nic nie zostało wysłane.`,
    ],
    account: ({ wallet }) => [
      'Konto jest niedostępne',
      `${wallet} nie pozwala tej stronie używać tego konta. Proszę wybrać konto, z którego ma być zapłacone, i spróbować ponownie. Nic nie zostało wysłane.`,
    ],
    network: ({ wallet, network }) => [
      `Portfel nie jest w sieci ${network}`,
      `Ta płatność jest możliwa tylko w sieci ${network}. Proszę przełączyć ${wallet} na ${network} i spróbować ponownie. Nic nie zostało wysłane.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `Za mało ${coin}`,
      `Na tym koncie brakuje ${missing} ${coin} w sieci ${network}; monety w innych sieciach się nie liczą. Nic nie zostało wysłane.`,
    ],
    gas: ({ currency, network }) => [
      'Za mało na opłatę',
      `Na koncie potrzeba trochę ${currency} w sieci ${network} na opłatę sieciową. Nic nie zostało wysłane.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} nie odpowiada`,
      'Proszę otworzyć portfel, sprawdzić jego połączenie i spróbować ponownie. Nic nie zostało wysłane.',
    ],
    failed: ({ wallet }) => [
      `${wallet} zgłasza błąd`,
      'Nic nie zostało wysłane. Można spróbować ponownie lub zapłacić inaczej.',
    ],
    trustline: ({ coin, network }) => [
      `Brak ${coin} na tym koncie`,
      `Nie jest ono skonfigurowane dla ${coin} w sieci ${network}. Proszę wybrać inne konto. Nic nie zostało wysłane.`,
    ],
    offers: ({ network }) => [
      'Teraz brak oferty',
      `Nic nie zostało wysłane. Oferty w sieci ${network} ciągle się zmieniają: proszę sprawdzić ponownie lub zapłacić inaczej.`,
    ],
    refused: () => [
      'Przelew nie został przyjęty',
      'Nic nie zostało wysłane. Można spróbować ponownie lub zapłacić inaczej.',
    ],
    expired: () => ['Kod wygasł', 'Był ważny pięć minut. Ponowna próba pokaże nowy. Nic nie zostało wysłane.'],
    relay: () => [
      'Nie można połączyć się z WalletConnect',
      'Prosimy sprawdzić połączenie i spróbować ponownie albo zapłacić inaczej. Nic nie zostało wysłane.',
    ],
  },
  browserWallet: 'Portfel przeglądarki',
  walletConnectHint: 'Portfel na innym urządzeniu lub w aplikacji',
  pairingQr: 'Kod QR łączący portfel przez WalletConnect',
  openIn: (wallet) => `Otwórz w: ${wallet}`,
  openInWallet: 'Otwórz w portfelu',
  openInAnyWallet: 'Otwórz w innym portfelu',
  from: (account) => `Z konta ${account}`,
  retry: 'Spróbuj ponownie',
  otherAccount: 'Użyj innego konta',
  otherAsset: 'Zapłać inną walutą',
  atMost: (amount) => `Najwyżej ${amount}`,
  otherWallet: 'Wybierz inny portfel',
  back: 'Zapłać inaczej',
  nothingWasSent: 'Nic nie wysłano: spróbuj ponownie',
  itFailed: 'Portfel zgłasza niepowodzenie',
}
