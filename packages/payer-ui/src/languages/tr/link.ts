import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'Ödeyeceğiniz tutar',
  amountLabel: ({ currency }) => `Tutar (${currency})`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `En az ${minimum}` : `${minimum} ile ${maximum} arasında`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Lütfen en az ${minimum} tutarında bir değer girin, örneğin 12,50.`
      : `Lütfen ${minimum} ile ${maximum} arasında bir tutar girin, örneğin 12,50.`,
  payIn: ({ coin, network }) => `${network} üzerinde ${coin} ile ödersiniz.`,
  choice: 'Para birimini sonraki adımda seçersiniz.',
  pay: 'Öde',
  again: 'Yeni bir ödeme yap',
  failed: ({ merchant }) =>
    `Şu anda ödeme yapılamıyor. Lütfen daha sonra tekrar deneyin veya ${merchant} ile iletişime geçin.`,
  closed: {
    inactive: 'Bu ödeme bağlantısı kapalı',
    expired: 'Bu ödeme bağlantısının süresi doldu',
    exhausted: 'Bu ödeme bağlantısı tükendi',
  },
  ask: ({ merchant }) =>
    `Yine de ödemek istiyorsanız lütfen ${merchant} satıcısından yeni bir bağlantı isteyin ve aşağıdaki referansı belirtin.`,
  notFoundTitle: 'Ödeme bağlantısı bulunamadı',
  notFound: 'Lütfen adresi kontrol edin veya gönderenden yeni bir bağlantı isteyin.',
  scan: 'Ödemek için tarayın',
}
