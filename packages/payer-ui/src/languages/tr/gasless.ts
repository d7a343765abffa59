import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${network} ağında ${amount} ${coin}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Ağ ücreti olmadan öde',
      `${terms.wallet} içinde ${inWords(terms)} tutarını imzalayın. Ağ ücretini biz öderiz, ${terms.currency} gerekmez.`,
    ],
    signing: (terms) => [
      `${terms.wallet} içinde imzalayın`,
      `Orada tam olarak ${inWords(terms)} tutarını imzalayın. Üzerine ücret eklenmez. Bu sayfayı açık tutun.`,
    ],
    relaying: ({ network }) => [
      `İmzalandı. ${network} bekleniyor`,
      'Lütfen tekrar ödemeyin: ödemenizi gönderiyoruz, birazdan burada görünecek.',
    ],
    ungiven: ({ currency }) => [
      'Ücret şu anda sizin yerinize ödenemiyor',
      `Hiçbir şey gönderilmedi. Olağan yolla ödeyebilirsiniz; ağ ücreti o zaman hesabınızdan ${currency} olarak ödenir.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Bu hesabın ücreti kendisi ödemesi gerekiyor',
      `Bu hesaptan ${network} ağındaki ${coin} ile bu şekilde ödenemez. Hiçbir şey gönderilmedi. Ücreti ${currency} olarak ödeyerek olağan yolla veya başka bir hesapla ödeyebilirsiniz.`,
    ],
    unrelayed: ({ currency }) => [
      'Ödeme sizin yerinize gönderilemedi',
      `İmzaladığınız işlem gerçekleşmedi ve hesabınızdan bir şey alınmadı. Lütfen ücreti ${currency} olarak ödeyerek olağan yolla ödeyin.`,
    ],
    unanswered: () => [
      'Ödeme sunucusu yanıt vermiyor',
      'İmzanızın ulaşıp ulaşmadığı bilinmiyor. Lütfen tekrar deneyin: yeniden imzalamak iki kez ödetmez.',
    ],
  },
  withoutGas: 'Ağ ücreti olmadan öde',
  ownGas: 'Ücreti kendim öderim',
}
