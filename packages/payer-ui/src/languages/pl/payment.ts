import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} w sieci ${network}`

export const texts: Texts = {
  language: 'pl',
  locale: 'pl',
  direction: 'ltr',
  titles: {
    awaiting: 'Oczekiwanie na płatność',
    remainder: 'Zapłacono częściowo',
    checking: 'Sprawdzanie sieci',
    sent: 'Płatność wysłana',
    claimed: 'Szukamy Państwa transakcji',
    claim_not_found: 'Nie znaleziono transakcji',
    claimable: 'Oczekiwanie na sprzedawcę',
    unavailable: 'Obecnie niedostępne',
    network_unread: 'Sieć nie odpowiada',
    dropped: 'Proszę wysłać ponownie',
    wrong_amount: 'Niewłaściwa kwota',
    wrong_coin: 'Niewłaściwa moneta lub sieć',
    seen: 'Płatność wykryta',
    completed: 'Płatność zakończona',
    overpaid: 'Zapłacono za dużo',
    twice: 'Zapłacono dwa razy',
    expired: 'Płatność wygasła',
    late: 'Zapłacono po zakończeniu',
    cancelled: 'Płatność anulowana',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Czas na zapłatę minął, prosimy nic już teraz nie wysyłać. Tutaj pojawi się informacja, czy płatność w sieci ${network} dotarła na czas.`,
    seen: ({ network }) =>
      `Płatność jest w sieci ${network} i właśnie ją potwierdzamy. Nie trzeba robić nic więcej; można zamknąć tę stronę.`,
    completed: ({ merchant }) => `Sprzedawca ${merchant} otrzymał Państwa płatność.`,
    expired: () => 'Czas na zapłatę minął, prosimy nic więcej nie wysyłać na adres tej płatności.',
    late: ({ merchant }) =>
      `Pieniądze dotarły po zakończeniu tej płatności. Są bezpieczne. Sprzedawca ${merchant} zdecyduje, czy je przyjąć, czy zwrócić: prosimy o kontakt ze sprzedawcą i podanie numeru płatności poniżej.`,
    cancelled: ({ merchant }) => `Sprzedawca ${merchant} anulował tę płatność. Prosimy nic nie wysyłać na jej adres.`,
  },
  ask: ({ merchant }) =>
    `Jeśli nadal chcą Państwo zapłacić, prosimy zwrócić się do sprzedawcy ${merchant} o nową płatność i podać numer płatności poniżej.`,
  notices: {
    network_unread: ({ network }) =>
      `Sieć ${network} nie odpowiada od co najmniej 15 minut. Wysłane środki nie przepadły: pojawią się tutaj, gdy sieć znów będzie dostępna.`,
    delayed: ({ network }) =>
      `Potwierdzanie płatności w sieci ${network} trwa obecnie dłużej niż zwykle. Wysłane środki nie przepadły.`,
    reported: ({ network }) =>
      `Portfel wysłał tę płatność. Pojawi się tutaj, gdy tylko znajdzie się w sieci ${network}; prosimy nic nie wysyłać po raz drugi.`,
    claimed: ({ network }) =>
      `Szukamy Państwa transakcji w sieci ${network}. Pojawi się tutaj, gdy tylko ją znajdziemy; prosimy nie wysyłać jej ponownie.`,
    claim_not_found: ({ network, merchant }) =>
      `Nie możemy znaleźć Państwa transakcji w sieci ${network}. Prosimy sprawdzić identyfikator transakcji oraz sieć w portfelu lub na giełdzie. Jeśli są poprawne, prosimy o kontakt ze sprzedawcą ${merchant}.`,
    claim_unrelated: ({ merchant }) =>
      `Znaleźliśmy Państwa transakcję, ale nie jest to zapłata za to zamówienie. Prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru płatności poniżej.`,
    dropped: (terms) =>
      `Sieć odrzuciła transakcję, więc pieniądze nie dotarły. Proszę wysłać ponownie dokładnie ${inWords(terms)}, chyba że portfel nadal pokazuje transakcję jako oczekującą.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `Przed upływem czasu dotarło ${received} z ${amount} ${coin}. Pieniądze są bezpieczne: prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru płatności poniżej.`,
    overpaid: ({ excess, coin, merchant }) =>
      `Zapłacono o ${excess} ${coin} za dużo. Pieniądze są bezpieczne: w sprawie zwrotu prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru płatności poniżej.`,
    multiple: () => 'Zapłacono w kilku przelewach.',
  },
  misdirected: (found, terms) =>
    `Dotarło ${inWords(found)}, a ta płatność dotyczy ${inWords(terms)}. Pieniądze nie przepadły: prosimy o kontakt ze sprzedawcą ${terms.merchant} i podanie numeru płatności poniżej.`,
  alsoPaid: (found, { merchant }) =>
    `Zapłacono także ${inWords(found)}. Pieniądze są bezpieczne: w sprawie zwrotu prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru płatności poniżej.`,
  claimable: (found, { merchant }) =>
    `Sprzedawca ${merchant} musi jeszcze przyjąć ten przelew: ${inWords(found)}. Do tego czasu nie liczy się on jako zapłata. Prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru płatności poniżej.`,
  heading: (terms) => `${inWords(terms)} dla ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder'
      ? `Proszę wysłać resztę w sieci ${network}, dokładnie`
      : `Proszę wysłać w sieci ${network} dokładnie`,
  explain: (terms) =>
    ({
      amount: `Proszę wysłać dokładnie ${inWords(terms)}. Po ostatnich cyfrach poznajemy Państwa płatność: prosimy nie zaokrąglać kwoty.`,
      memo: `Proszę wysłać dokładnie ${inWords(terms)} z memo ${terms.memo}. Po memo poznajemy Państwa płatność: bez niego nie możemy jej znaleźć.`,
      address: `Proszę wysłać dokładnie ${inWords(terms)} na ten adres. Służy on tylko Państwa płatności.`,
    })[terms.recognition],
  fees: 'Opłaty są doliczane.',
  howToPay: 'Jak zapłacić',
  payFromExchange: 'Zapłać z giełdy',
  claim: {
    title: 'Płatność została już wysłana',
    submit: 'Znajdź płatność',
    failed: 'Nie udało się wysłać. Prosimy sprawdzić połączenie i spróbować ponownie.',
  },
  methods: {
    title: 'Zapłata inną monetą lub w innej sieci',
    unavailable: 'Obecnie niedostępne',
    failed: 'Ta opcja jest obecnie niedostępna. Proszę wybrać inną.',
  },
  payWithWallet: 'Zapłać z portfela',
  payWith: (wallet) => `Zapłać z ${wallet}`,
  openWalletApp: 'Otwórz aplikację portfela',
  showCode: 'Pokaż kod QR',
  codes: {
    address: 'Tylko adres',
    request: 'Adres i kwota',
    requestCaption: 'Ten kod zawiera także monetę i kwotę. Niektóre portfele nie potrafią go odczytać.',
  },
  walletsFailed: 'Nie udało się wczytać portfeli. Prosimy sprawdzić połączenie i spróbować ponownie.',
  deadline: (time) => `Proszę zapłacić do: ${time}`,
  rate: (rate, time) => `${rate}, kurs ważny do: ${time}`,
  timeLeft: (remaining) => `pozostało: ${remaining}`,
  qrLabel: (terms) =>
    `Kod QR do wysłania ${inWords(terms)} na adres ${terms.address}${terms.memo === null ? '' : ` z memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Ten kod zawiera adres w sieci ${network}. Kwotę należy wpisać lub wkleić.`
      : `Dla portfeli ${network}: kod zawiera adres, kwotę i memo.`,
  addressLabel: ({ network }) => `Adres w sieci ${network}`,
  memoLabel: 'Memo (tekst), wymagane',
  received: (received, asked, { network }) => `Otrzymano ${received} z ${asked} w sieci ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} z ${required.digits} ${required.form === 'one' ? 'potwierdzenia' : 'potwierdzeń'}`,
  finality: {
    expected: (duration) => `Jeszcze około: ${duration}`,
    soon: 'Lada chwila',
    overdue: 'Trwa to dłużej niż zwykle. Płatność nie przepadła.',
  },
  transactionStatus: { seen: 'Potwierdzanie', final: 'Potwierdzona', orphaned: 'Odrzucona' },
  openTransaction: (hash) => `Transakcja ${hash} w eksploratorze bloków`,
  labels: {
    amount: 'Kwota',
    received: 'Otrzymano',
    price: 'Cena',
    network: 'Sieć',
    merchant: 'Odbiorca',
    confirmedAt: 'Potwierdzono',
    transactions: 'Transakcje',
    order: 'Zamówienie',
    items: 'Pozycje',
    reference: 'Numer płatności',
  },
  returnTo: ({ merchant }) => `Wróć na stronę ${merchant}`,
  openReplacement: 'Otwórz nową płatność',
  print: 'Drukuj',
  languageLabel: 'Język',
  contact: ({ merchant }) => `Kontakt: ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Powrót na stronę ${merchant} za: ${duration}.`,
    stay: 'Zostań na tej stronie',
  },
  close: 'Zamknij',
  testMode: { title: 'Tryb testowy.', detail: 'Monety tej płatności nie mają żadnej wartości.' },
  loading: 'Wczytywanie płatności',
  copy: { amount: 'Kopiuj kwotę', address: 'Kopiuj adres', memo: 'Kopiuj memo', reference: 'Kopiuj numer płatności' },
  copied: {
    amount: 'Skopiowano kwotę',
    address: 'Skopiowano adres',
    memo: 'Skopiowano memo',
    reference: 'Skopiowano numer płatności',
  },
  copyRefused: 'Kopiowanie nie było możliwe. Prosimy zaznaczyć tekst i go skopiować.',
  notFoundTitle: 'Nie znaleziono płatności',
  failureTitle: 'Nie można wyświetlić płatności',
  failures: {
    invalid_src: 'Ta strona nie wskazuje, o którą płatność chodzi. Prosimy powiadomić sklep i nic nie wysyłać.',
    not_found:
      'Pod tym adresem nie ma płatności. Prosimy sprawdzić link albo poprosić sprzedawcę o nowy i nic nie wysyłać.',
    rate_limited: 'Z Państwa sieci przyszło zbyt wiele zapytań. Ponawiamy próbę…',
    server_error: 'Serwer płatności ma problem. Ponawiamy próbę…',
    invalid_response: 'Serwer płatności przysłał nieoczekiwaną odpowiedź. Ponawiamy próbę…',
    unreachable: 'Nie możemy połączyć się z serwerem płatności. Ponawiamy próbę…',
  },
  stale: ({ network }) =>
    `Nie można połączyć się z serwerem płatności, więc te informacje mogą być nieaktualne. Środki wysłane w sieci ${network} nie przepadły.`,
  offline: 'Brak połączenia z internetem, więc te informacje mogą być nieaktualne. Sami połączymy się ponownie.',
  retry: 'Spróbuj ponownie',
}
