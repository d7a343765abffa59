import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'Uw terugbetaling',
    amountLabel: 'U krijgt terug',
    ask: ({ coin, network }) =>
      `Vul het ${network}-adres in dat ${coin} moet ontvangen: dat van een eigen wallet, of het stortingsadres dat uw beurs toont voor ${coin} op ${network}. Het adres waarvan een beurs heeft betaald, is niet van u.`,
    warning: 'U kunt dit later niet wijzigen, en geld naar een verkeerd adres is verloren. Controleer elk teken.',
    addressLabel: ({ network }) => `${network}-adres`,
    memoLabel: 'Memo, als uw beurs daarom vraagt',
    paste: 'Plakken',
    useWallet: ({ wallet }) => `Mijn adres uit ${wallet} gebruiken`,
    submit: 'Verder',
    check: ({ coin, network }) => `Is dit uw adres voor ${coin} op ${network}?`,
    confirm: 'Ja, stuur het daarheen',
    correct: 'Nee, verbeteren',
    invalid: ({ network }) => `Naar dit adres kan op ${network} niets worden gestuurd. Controleer elk teken.`,
    cannotReceive: ({ coin, network }) =>
      `Dit account kan nu geen ${coin} op ${network} ontvangen. Gebruik een ander account.`,
    memoMissing:
      'Dit account vraagt om een memo: vul het memo in dat uw beurs bij het adres toont. Zonder memo is niet te zien dat het geld van u is.',
    addressSaved: ({ merchant }) => `Het adres is geregistreerd. ${merchant} stuurt het geld, dat dan hier verschijnt.`,
    submitted: ({ network }) => `Het geld staat op ${network} en we bevestigen het.`,
    completed: 'Het geld is naar dit adres gestuurd.',
    closed: ({ merchant }) =>
      `Deze terugbetaling is niet meer open. Neem contact op met ${merchant} en noem de referentie hieronder.`,
  },
  signingPage: {
    title: 'Terugbetaling ondertekenen',
    amountLabel: 'Te versturen',
    ask: ({ amount, coin, network }) =>
      `Stuur precies ${amount} ${coin} op ${network} vanuit de wallet hieronder naar het adres hieronder: de terugbetaling is voltooid zodra ${network} de overboeking heeft bevestigd.`,
    once: 'Onderteken slechts één keer: een tweede overboeking zou dubbel betalen.',
    unswept:
      'Geld van deze betaling staat nog op het eigen adres van de betaling: het komt met de volgende afrekening in deze wallet. Tot dan moet de wallet het bedrag van elders hebben.',
    openWallet: 'In een wallet openen',
    from: 'Van uw wallet',
    to: 'Naar',
    contract: 'Contract van de munt',
    closedTitle: 'Geen handtekening nodig',
    closed: 'Stuur niets. U kunt deze pagina sluiten.',
    script: {
      signWith: 'Ondertekenen met',
      browserWallet: 'een wallet in deze browser',
      none: 'In deze browser is geen wallet gevonden. Verstuur met de hand, precies zoals hier staat.',
      account: 'De wallet staat niet op het account dat moet betalen: kies het daar en probeer opnieuw.',
      network: 'De wallet staat op een ander netwerk. Kies daar dit netwerk en probeer opnieuw:',
      rejected: 'De wallet weigerde. Er is niets verstuurd.',
      insufficient: 'Het account heeft te weinig van de munt. Er is niets verstuurd.',
      failed: 'Dat lukte niet en er is niets verstuurd. Probeer het opnieuw.',
      confirm: 'Bevestig de overboeking in de wallet.',
      sent: 'Verstuurd:',
      unsure:
        'Een wallet is hier al om gevraagd. Kijk eerst daar; als er niets is verstuurd, annuleer deze terugbetaling en maak een nieuwe.',
    },
  },
}

export const checkText = 'Kijken of mijn betaling er is'

export const overTexts: OverTexts = {
  title: 'Deze pagina is gesloten',
  detail: 'Wat hier stond, is al een tijd geleden afgerond. Neem bij vragen contact op met de winkel.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Testpaneel voor ontwikkelaars',
  detail: 'Betalers zien dit nooit. Deze knoppen doen echte overboekingen op het lokale testnetwerk.',
}

export const tillTexts: TillTexts = {
  show: 'Code tonen',
  paid: 'Betaald',
  next: 'Volgende betaling',
  erase: 'Laatste cijfer wissen',
  closed: ({ merchant }) => `Alleen mensen die betalingen voor ${merchant} mogen aannemen, kunnen deze kassa openen.`,
  signIn: 'Inloggen',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Betaalbewijs',
  scan: 'Scan de code om dit bewijs te controleren.',
  check: 'Dit bewijs controleren',
  save: 'Ondertekend bewijs opslaan',
  note: {
    payment: 'Dit bewijs toont de betaling aan. Het is geen factuur.',
    refund: 'Dit bewijs toont de terugbetaling aan. Het is geen factuur.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `Je betaalbewijs van ${merchant}`,
    text: ({ amount, merchant }) => `Je hebt ${amount} betaald aan ${merchant}. Het geld is aangekomen.`,
  },
  refund: {
    subject: ({ merchant }) => `Je terugbetaling van ${merchant}`,
    text: ({ amount, merchant }) => `${merchant} heeft je ${amount} terugbetaald.`,
  },
  order: ({ reference }) => `Bestelling: ${reference}`,
  link: 'Je betaalbewijs staat hier:',
  attached:
    'Het ondertekende betaalbewijs is bijgevoegd. Bewaar het: iedereen kan het controleren, ook als deze pagina niet meer bestaat.',
  reason: 'Je krijgt deze e-mail omdat dit adres bij de betaling is opgegeven.',
  sandbox: 'Dit is een test: er is geen echt geld overgemaakt.',
}
