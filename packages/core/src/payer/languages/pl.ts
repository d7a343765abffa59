import type { Terms, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Terms) => `${amount} ${coin} w sieci ${network}`

export const texts: Texts = {
  language: 'pl',
  locale: 'pl',
  direction: 'ltr',
  titles: {
    awaiting: 'Oczekiwanie na płatność',
    remainder: 'Zapłacono częściowo',
    checking: 'Sprawdzanie sieci',
    processing: 'Płatność wykryta',
    completed: 'Płatność zakończona',
    expired: 'Płatność wygasła',
    cancelled: 'Płatność anulowana',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Czas na zapłatę minął, prosimy nic już teraz nie wysyłać. Wkrótce pojawi się tutaj informacja, czy płatność w sieci ${network} dotarła na czas.`,
    processing: ({ network }) =>
      `Płatność jest w sieci ${network} i czeka na ostateczne potwierdzenie. Nie trzeba robić nic więcej; można zamknąć tę stronę.`,
    completed: ({ merchant }) => `Sprzedawca ${merchant} otrzymał Państwa płatność.`,
    expired: ({ merchant }) =>
      `Czas na zapłatę minął, prosimy nic więcej nie wysyłać na adres tej płatności. Sprzedawca ${merchant} może utworzyć nową.`,
    cancelled: ({ merchant }) => `Sprzedawca ${merchant} anulował tę płatność. Prosimy nic nie wysyłać na jej adres.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `Sieć ${network} nie odpowiada od co najmniej 15 minut. Wysłane środki nie przepadły: pojawią się tutaj, gdy sieć znów będzie dostępna.`,
    late: ({ merchant }) =>
      `Środki dotarły po zakończeniu płatności. Zostały zarejestrowane, a sprzedawca ${merchant} zdecyduje, czy je przyjąć, czy zwrócić. Prosimy o kontakt ze sprzedawcą.`,
    underpaid: ({ merchant }) =>
      `Na czas dotarło mniej niż pełna kwota. Wpłata została zarejestrowana; prosimy o kontakt ze sprzedawcą: ${merchant}.`,
    overpaid: ({ merchant }) =>
      `Dotarło więcej, niż wymagano. W sprawie zwrotu nadwyżki prosimy o kontakt ze sprzedawcą: ${merchant}.`,
    multiple: () => 'Tej płatności dokonano w kilku przelewach.',
  },
  heading: (terms) => `${inWords(terms)} dla ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Proszę wysłać resztę w ${coin} w sieci ${network}, dokładnie`
      : `Proszę wysłać ${coin} w sieci ${network}, dokładnie`,
  explain: (terms) =>
    terms.memo === null
      ? `Proszę wysłać dokładnie ${inWords(terms)}. Płatność rozpoznajemy po kwocie: zaokrąglonej kwoty, innej waluty ani innej sieci nie da się do niej przypisać.`
      : `Proszę wysłać dokładnie ${inWords(terms)} z memo ${terms.memo}. Płatność rozpoznajemy po memo: bez niego środków nie da się do niej przypisać.`,
  fees: 'Opłaty portfela lub giełdy są doliczane do kwoty.',
  deadline: ({ coin, network }, time) => `Proszę zapłacić w ${coin} w sieci ${network} do: ${time}.`,
  timeLeft: (remaining) => `pozostało: ${remaining}`,
  qrLabel: (terms) =>
    `Kod QR do wysłania ${inWords(terms)} na adres ${terms.address}${terms.memo === null ? '' : ` z memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Kod zawiera tylko adres w sieci ${network}. Kwotę należy wpisać samodzielnie.`
      : `Dla portfeli ${network}: kod zawiera adres, kwotę i memo.`,
  addressLabel: ({ network }) => `Adres w sieci ${network}`,
  memoLabel: 'Memo (tekst), wymagane',
  received: (received, asked, { network }) => `Otrzymano ${received} z ${asked} w sieci ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} z ${required.digits} ${required.form === 'one' ? 'potwierdzenia' : 'potwierdzeń'}`,
  transactionStatus: { seen: 'Potwierdzanie', final: 'Ostateczna', orphaned: 'Odrzucona przez sieć' },
  openTransaction: (hash) => `Transakcja ${hash} w eksploratorze bloków`,
  labels: {
    amount: 'Kwota',
    received: 'Otrzymano',
    price: 'Cena',
    network: 'Sieć',
    merchant: 'Odbiorca',
    confirmedAt: 'Potwierdzono',
    transactions: 'Transakcje',
    reference: 'Numer płatności',
  },
  returnTo: ({ merchant }) => `Wróć na stronę ${merchant}`,
  testMode: { title: 'Tryb testowy.', detail: 'Monety tej płatności nie mają żadnej wartości.' },
  loading: 'Wczytywanie płatności',
  copy: { amount: 'Kopiuj kwotę', address: 'Kopiuj adres', memo: 'Kopiuj memo' },
  copied: { amount: 'Skopiowano kwotę', address: 'Skopiowano adres', memo: 'Skopiowano memo' },
  copyRefused: 'Kopiowanie nie było możliwe. Prosimy zaznaczyć tekst i go skopiować.',
  notFoundTitle: 'Nie znaleziono płatności',
  failureTitle: 'Nie można wyświetlić płatności',
  failures: {
    invalid_src: 'Ta strona nie wskazuje, o którą płatność chodzi. Prosimy powiadomić sklep i nic nie wysyłać.',
    not_found:
      'Pod tym adresem nie ma płatności. Prosimy sprawdzić link albo poprosić sprzedawcę o nowy i nic nie wysyłać.',
    rate_limited: 'Z Państwa sieci przyszło zbyt wiele zapytań. Za chwilę nastąpi ponowna próba.',
    server_error: 'Wystąpił problem z serwerem płatności. Za chwilę nastąpi ponowna próba.',
    invalid_response: 'Serwer płatności przysłał nieoczekiwaną odpowiedź. Za chwilę nastąpi ponowna próba.',
    unreachable: 'Nie można połączyć się z serwerem płatności. Za chwilę nastąpi ponowna próba.',
  },
  stale: ({ network }) =>
    `Nie można połączyć się z serwerem płatności, więc te informacje mogą być nieaktualne. Środki wysłane w sieci ${network} nie przepadły.`,
  retry: 'Spróbuj ponownie',
}
