import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} w sieci ${network}`

export const texts: ExchangeTexts = {
  language: 'pl',
  switch: 'Opłaty giełd zmieniają kwotę, a tu musi się ona dokładnie zgadzać. Kwota może być dowolna przy:',
  network: (terms) => `Jako sieć wypłaty należy wybrać ${terms.exchangeNetwork}`,
  amount: (terms) => `Kwotę należy ustawić tak, aby po odjęciu opłaty giełdy dotarło dokładnie ${inWords(terms)}`,
  note: {
    amount: 'Jeśli giełda nie potrafi tego zrobić co do ostatniej cyfry, lepiej użyć własnego portfela.',
    memo: 'Proszę nie pomijać memo: bez niego nie rozpoznamy płatności.',
    address: 'Jeśli dotrze mniej, ta strona poprosi o resztę.',
  },
  time: (terms) =>
    `Giełdom zajmuje to od 2 do 60 minut. Pieniądze, które dotrą później, nie przepadną, ale ${terms.merchant} musi je przyjąć ręcznie.`,
}
