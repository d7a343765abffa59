import type { Sum, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} w sieci ${network}`

export const texts: Texts = {
  language: 'pl',
  locale: 'pl',
  direction: 'ltr',
  titles: {
    awaiting: 'Oczekiwanie na płatność',
    remainder: 'Zapłacono częściowo',
    checking: 'Sprawdzanie sieci',
    seen: 'Płatność wykryta',
    confirming: 'Potwierdzanie płatności',
    completed: 'Płatność zakończona',
    expired: 'Płatność wygasła',
    late: 'Zapłacono za późno',
    cancelled: 'Płatność anulowana',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Czas na zapłatę minął, prosimy nic już teraz nie wysyłać. Tutaj pojawi się informacja, czy płatność w sieci ${network} dotarła na czas.`,
    seen: ({ network }) =>
      `Płatność jest w sieci ${network} i czeka na ostateczne potwierdzenie. Nie trzeba robić nic więcej; można zamknąć tę stronę.`,
    confirming: ({ network }) =>
      `Płatność jest w sieci ${network} i sama staje się ostateczna, blok po bloku. Nie trzeba robić nic więcej; można zamknąć tę stronę.`,
    completed: ({ merchant }) => `Sprzedawca ${merchant} otrzymał Państwa płatność.`,
    expired: ({ merchant }) =>
      `Czas na zapłatę minął, prosimy nic więcej nie wysyłać na adres tej płatności. Sprzedawca ${merchant} może utworzyć nową.`,
    late: ({ merchant }) =>
      `Środki dotarły po zakończeniu płatności. Zostały zarejestrowane, a sprzedawca ${merchant} zdecyduje, czy je przyjąć, czy zwrócić. Prosimy o kontakt ze sprzedawcą.`,
    cancelled: ({ merchant }) => `Sprzedawca ${merchant} anulował tę płatność. Prosimy nic nie wysyłać na jej adres.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `Sieć ${network} nie odpowiada od co najmniej 15 minut. Wysłane środki nie przepadły: pojawią się tutaj, gdy sieć znów będzie dostępna.`,
    delayed: ({ network }) =>
      `Potwierdzanie płatności w sieci ${network} trwa obecnie dłużej niż zwykle. Wysłane środki nie przepadły.`,
    reported: ({ network }) =>
      `Portfel wysłał tę płatność. Pojawi się tutaj, gdy tylko znajdzie się w sieci ${network}; prosimy nic nie wysyłać po raz drugi.`,
    dropped: (terms) =>
      `Sieć odrzuciła transakcję, więc pieniądze nie dotarły. Proszę wysłać ponownie dokładnie ${inWords(terms)}, chyba że portfel nadal pokazuje transakcję jako oczekującą.`,
    underpaid: ({ merchant }) =>
      `Na czas dotarło mniej niż pełna kwota. Wpłata została zarejestrowana; prosimy o kontakt ze sprzedawcą: ${merchant}.`,
    overpaid: ({ merchant }) =>
      `Dotarło więcej, niż wymagano. W sprawie zwrotu nadwyżki prosimy o kontakt ze sprzedawcą: ${merchant}.`,
    multiple: () => 'Tej płatności dokonano w kilku przelewach.',
  },
  misdirected: (found, terms) =>
    `Na adres tej płatności dotarło ${inWords(found)}, a płatność dotyczy ${inWords(terms)}. Nie da się tego przypisać automatycznie, ale środki nie przepadły: prosimy o kontakt ze sprzedawcą ${terms.merchant} i podanie numeru referencyjnego poniżej.`,
  claimable: (found, { merchant }) =>
    `${inWords(found)} wysłano tak, że sprzedawca ${merchant} musi je najpierw odebrać; do tego czasu nie liczą się jako zapłacone. Prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru referencyjnego poniżej.`,
  heading: (terms) => `${inWords(terms)} dla ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Proszę wysłać resztę w ${coin} w sieci ${network}, dokładnie`
      : `Proszę wysłać ${coin} w sieci ${network}, dokładnie`,
  explain: (terms) =>
    ({
      amount: `Proszę wysłać dokładnie ${inWords(terms)}. Płatność rozpoznajemy po kwocie: zaokrąglonej kwoty, innej waluty ani innej sieci nie da się do niej przypisać.`,
      memo: `Proszę wysłać dokładnie ${inWords(terms)} z memo ${terms.memo}. Płatność rozpoznajemy po memo: bez niego środków nie da się do niej przypisać.`,
      address: `Proszę wysłać dokładnie ${inWords(terms)} na ten adres. Służy on tylko tej płatności: innej waluty ani innej sieci nie da się do niej przypisać.`,
    })[terms.recognition],
  fees: 'Opłaty portfela lub giełdy są doliczane do kwoty.',
  exchange: {
    title: 'Płatność z giełdy',
    detail: (terms) =>
      terms.memo === null
        ? `Jako sieć wypłaty należy wybrać ${terms.network}, a kwotę ustawić tak, aby po odjęciu opłaty giełdy dotarło dokładnie ${terms.amount} ${terms.coin}.${terms.recognition === 'amount' ? ' Jeśli giełda nie potrafi tego zrobić co do ostatniej cyfry, lepiej użyć własnego portfela.' : ''}`
        : `Jako sieć wypłaty należy wybrać ${terms.network}, podać memo ${terms.memo}, a kwotę ustawić tak, aby po odjęciu opłaty giełdy dotarło dokładnie ${terms.amount} ${terms.coin}.`,
  },
  payWithWallet: ({ coin, network }) => `Zapłać ${coin} w sieci ${network} z portfela`,
  walletsFailed: 'Nie udało się wczytać portfeli. Prosimy sprawdzić połączenie i spróbować ponownie.',
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
  finality: {
    expected: (duration) => `Do ostatecznego potwierdzenia około: ${duration}`,
    soon: 'Ostateczne potwierdzenie powinno nadejść lada chwila',
    overdue: 'Trwa to dłużej niż zwykle. Płatność nie przepadła.',
  },
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
  redirect: {
    countdown: (duration, { merchant }) => `Powrót na stronę ${merchant} za: ${duration}.`,
    stay: 'Zostań na tej stronie',
  },
  close: 'Zamknij',
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
  offline:
    'Brak połączenia z internetem, więc te informacje mogą być nieaktualne. Po odzyskaniu połączenia wszystko ruszy samo.',
  retry: 'Spróbuj ponownie',
}
