import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'Zwrot środków',
    amountLabel: 'Kwota zwrotu',
    ask: ({ coin, network }) =>
      `Prosimy podać adres w sieci ${network}, który ma otrzymać ${coin}: własnego portfela albo adres wpłaty, który giełda pokazuje dla ${coin} w sieci ${network}. Adres, z którego zapłaciła giełda, nie należy do Państwa.`,
    warning:
      'Później nie można go zmienić, a środki przesłane na błędny adres przepadają. Prosimy sprawdzić każdy znak.',
    addressLabel: ({ network }) => `Adres w sieci ${network}`,
    memoLabel: 'Memo, jeśli giełda go wymaga',
    paste: 'Wklej',
    useWallet: ({ wallet }) => `Użyj mojego adresu z ${wallet}`,
    submit: 'Dalej',
    check: ({ coin, network }) => `Czy to Państwa adres dla ${coin} w sieci ${network}?`,
    confirm: 'Tak, proszę wysłać tam',
    correct: 'Nie, poprawiam',
    invalid: ({ network }) => `Na ten adres w sieci ${network} nie można nic przesłać. Prosimy sprawdzić każdy znak.`,
    cannotReceive: ({ coin, network }) =>
      `To konto nie może teraz otrzymać ${coin} w sieci ${network}. Prosimy podać inne.`,
    memoMissing:
      'To konto wymaga memo: prosimy podać to, które giełda pokazuje przy adresie. Bez niego nie będzie wiadomo, że środki należą do Państwa.',
    addressSaved: ({ merchant }) =>
      `Adres został zapisany. Sprzedawca ${merchant} przesyła środki, co będzie widać tutaj.`,
    submitted: ({ network }) => `Środki są w sieci ${network} i właśnie je potwierdzamy.`,
    completed: 'Środki zostały przesłane na ten adres.',
    closed: ({ merchant }) =>
      `Ten zwrot nie jest już otwarty. Prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru poniżej.`,
  },
  signingPage: {
    title: 'Podpisanie zwrotu',
    amountLabel: 'Do wysłania',
    ask: ({ amount, coin, network }) =>
      `Prosimy wysłać dokładnie ${amount} ${coin} w sieci ${network} z portfela podanego niżej na adres podany niżej: zwrot zakończy się sam, gdy sieć ${network} potwierdzi przelew.`,
    once: 'Prosimy podpisać tylko raz: drugi przelew zapłaciłby dwukrotnie.',
    unswept:
      'Środki z tej płatności są jeszcze na jej własnym adresie: trafią do tego portfela z następnym rozliczeniem. Do tego czasu portfel musi mieć tę kwotę z innego źródła.',
    openWallet: 'Otwórz w portfelu',
    from: 'Z Państwa portfela',
    to: 'Na adres',
    contract: 'Kontrakt monety',
    closedTitle: 'Podpis nie jest potrzebny',
    closed: 'Prosimy nic nie wysyłać. Można zamknąć tę stronę.',
    script: {
      signWith: 'Podpisz w:',
      browserWallet: 'portfel w tej przeglądarce',
      none: 'W tej przeglądarce nie znaleziono portfela. Prosimy wysłać ręcznie, dokładnie jak podano.',
      account: 'Portfel nie jest na koncie, które ma zapłacić: prosimy je tam wybrać i spróbować ponownie.',
      network: 'Portfel jest w innej sieci. Prosimy wybrać w nim tę sieć i spróbować ponownie:',
      rejected: 'Portfel odmówił. Nic nie wysłano.',
      insufficient: 'Na koncie jest za mało tej monety. Nic nie wysłano.',
      failed: 'Nie udało się i nic nie wysłano. Prosimy spróbować ponownie.',
      confirm: 'Prosimy potwierdzić przelew w portfelu.',
      sent: 'Wysłano:',
      unsure:
        'Portfel został już o to poproszony. Prosimy najpierw tam sprawdzić; jeśli nic nie wysłano, prosimy anulować ten zwrot i utworzyć nowy.',
    },
  },
}

export const checkText = 'Sprawdź, czy płatność dotarła'

export const overTexts: OverTexts = {
  title: 'Ta strona jest zamknięta',
  detail: 'To, co pokazywała, zakończyło się jakiś czas temu. W razie pytań prosimy o kontakt ze sklepem.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Panel testowy dla programistów',
  detail: 'Płacący nigdy go nie widzą. Te przyciski wykonują prawdziwe przelewy w lokalnej sieci testowej.',
}

export const tillTexts: TillTexts = {
  show: 'Pokaż kod',
  paid: 'Zapłacono',
  next: 'Następna płatność',
  erase: 'Usuń ostatnią cyfrę',
  closed: ({ merchant }) => `Tę kasę mogą otworzyć tylko osoby, które mogą przyjmować płatności dla ${merchant}.`,
  signIn: 'Zaloguj się',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Potwierdzenie',
  scan: 'Zeskanuj kod, aby sprawdzić to potwierdzenie.',
  check: 'Sprawdź to potwierdzenie',
  save: 'Zapisz podpisane potwierdzenie',
  note: {
    payment: 'To potwierdzenie dowodzi płatności. Nie jest fakturą.',
    refund: 'To potwierdzenie dowodzi zwrotu. Nie jest fakturą.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `Potwierdzenie od ${merchant}`,
    text: ({ amount, merchant }) => `Zapłacono ${amount} na rzecz ${merchant}. Pieniądze dotarły.`,
  },
  refund: {
    subject: ({ merchant }) => `Zwrot od ${merchant}`,
    text: ({ amount, merchant }) => `${merchant} zwraca Ci ${amount}.`,
  },
  order: ({ reference }) => `Zamówienie: ${reference}`,
  link: 'Potwierdzenie jest tutaj:',
  attached:
    'Podpisane potwierdzenie jest w załączniku. Zachowaj je: każdy może je sprawdzić, nawet gdy tej strony już nie będzie.',
  reason: 'Otrzymujesz tę wiadomość, ponieważ ten adres podano przy płatności.',
  sandbox: 'To jest test: nie przesłano prawdziwych pieniędzy.',
}
