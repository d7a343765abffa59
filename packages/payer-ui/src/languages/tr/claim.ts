import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${network} ağında ${amount} ${coin}`

export const texts: ClaimTexts = {
  language: 'tr',
  ask: ({ network }) =>
    `Cüzdanınızdaki ya da borsadaki işlem kimliğini veya bağlantısını yapıştırın. İşlemi ${network} ağında arayacağız.`,
  unnamed: (found, time) =>
    `Saat ${time} itibarıyla ${inWords(found)} geldi, ancak hangi ödeme için olduğu belli değil. Siz mi gönderdiniz?`,
  label: 'İşlem kimliği',
  invalid: 'Bu bir işlem kimliği değil. 64 harf ve rakamdan oluşur, bazen 0x ile başlar.',
  found: (terms) =>
    `${inWords(terms)} bulduk. Bunu siz mi gönderdiniz? Gönderen hesapla bir mesaj imzalayın; tutar bu ödemeye sayılır. İmza para taşımaz ve ücretsizdir.`,
  sign: (wallet) => `${wallet} ile imzala`,
  browserWallet: 'Tarayıcı cüzdanı',
  none: ({ account }) => `Bu tarayıcıda cüzdan yok. Bu sayfayı ${account} hesabının bulunduğu bir tarayıcıda açın.`,
  exchange: ({ merchant }) =>
    `Sizin adınıza bir borsa mı gönderdi? O hâlde lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı bildirin.`,
  signing: ({ wallet }) => `Mesajı ${wallet} içinde imzalayın. Bu sayfayı açık tutun.`,
  problems: {
    rejected: () => 'Cüzdanda reddettiniz. Hiçbir şey değişmedi; tekrar deneyebilirsiniz.',
    account: ({ account }) => `Para ${account} hesabından geldi. Cüzdanınızda bu hesabı seçip tekrar deneyin.`,
    refused: ({ merchant }) =>
      `Bu, imzayla çözülemez. Paranız kaybolmadı: lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı bildirin.`,
    failed: () => 'Yanıt alamadık. Lütfen cüzdanınızı ve bağlantınızı kontrol edip tekrar deneyin.',
  },
}
