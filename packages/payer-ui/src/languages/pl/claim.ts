import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${amount} ${coin} w sieci ${network}`

export const texts: ClaimTexts = {
  language: 'pl',
  ask: ({ network }) =>
    `Proszę wkleić identyfikator transakcji z portfela lub giełdy albo link do niej. Poszukamy jej w sieci ${network}.`,
  unnamed: (found, time) => `O ${time} wpłynęło ${inWords(found)} bez wskazania płatności. Czy to Państwa przelew?`,
  label: 'Identyfikator transakcji',
  invalid: 'To nie jest identyfikator transakcji. Ma 64 litery i cyfry, czasem po 0x.',
  found: (terms) =>
    `Znaleźliśmy ${inWords(terms)}. Czy to Państwa przelew? Proszę podpisać wiadomość kontem, z którego go wysłano, a zostanie zaliczony na poczet tej płatności. Podpis nie przenosi pieniędzy i nic nie kosztuje.`,
  sign: (wallet) => `Podpisz w ${wallet}`,
  browserWallet: 'Portfel przeglądarki',
  none: ({ account }) =>
    `Ta przeglądarka nie ma portfela. Proszę otworzyć tę stronę w przeglądarce z kontem ${account}.`,
  exchange: ({ merchant }) =>
    `Czy wysłała to za Państwa giełda? Wtedy prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru płatności poniżej.`,
  signing: ({ wallet }) => `Proszę podpisać wiadomość w ${wallet} i nie zamykać tej strony.`,
  problems: {
    rejected: () => 'Odrzucono w portfelu. Nic się nie zmieniło; można spróbować ponownie.',
    account: ({ account }) =>
      `Pieniądze przyszły z konta ${account}. Proszę wybrać to konto w portfelu i spróbować ponownie.`,
    refused: ({ merchant }) =>
      `Podpis tego nie rozstrzygnie. Pieniądze nie przepadły: prosimy o kontakt ze sprzedawcą ${merchant} i podanie numeru płatności poniżej.`,
    failed: () => 'Nie otrzymaliśmy odpowiedzi. Prosimy sprawdzić portfel i połączenie, a potem spróbować ponownie.',
  },
}
