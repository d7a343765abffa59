import type { ExchangeTexts } from '../../exchange.ts'
import type { Terms } from '../../payment-texts.ts'

const exactlyInWords = ({ amount, coin, network }: Terms) => `${network} ağında tam olarak ${amount} ${coin}`

export const texts: ExchangeTexts = {
  language: 'tr',
  switch: 'Borsa ücretleri tutarı değiştirir, burada ise tutar tam olmalıdır. Her tutar şunlarla geçerlidir:',
  network: (terms) => `Çekim ağı olarak ${terms.exchangeNetwork} seçin`,
  amount: (terms) => `Tutarı, borsanın ücreti düşüldükten sonra ${exactlyInWords(terms)} ulaşacak şekilde belirleyin`,
  note: {
    amount: 'Borsa bunu son haneye kadar yapamıyorsa kendi cüzdanınızı kullanın.',
    memo: 'Notu (memo) atlamayın: o olmadan ödemenizi tanıyamayız.',
    address: 'Daha az ulaşırsa bu sayfa kalanını ister.',
  },
  time: (terms) =>
    `Borsalarda bu 2 ila 60 dakika sürer. Daha sonra ulaşan para kaybolmaz, ancak ${terms.merchant} onu elle kabul etmelidir.`,
}
