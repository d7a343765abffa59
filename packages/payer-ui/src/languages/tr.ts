import type { Sum, Terms, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${network} ağında ${amount} ${coin}`
const exactlyInWords = ({ amount, coin, network }: Terms) => `${network} ağında tam olarak ${amount} ${coin}`

export const texts: Texts = {
  language: 'tr',
  locale: 'tr',
  direction: 'ltr',
  titles: {
    awaiting: 'Ödeme bekleniyor',
    remainder: 'Kısmen ödendi',
    checking: 'Ağ kontrol ediliyor',
    seen: 'Ödeme bulundu',
    confirming: 'Ödeme onaylanıyor',
    completed: 'Ödeme tamamlandı',
    expired: 'Ödemenin süresi doldu',
    late: 'Çok geç ödendi',
    cancelled: 'Ödeme iptal edildi',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Ödeme süresi doldu, lütfen şimdi hiçbir şey göndermeyin. ${network} ağında bir ödemenin zamanında ulaşıp ulaşmadığı burada gösterilecek.`,
    seen: ({ network }) =>
      `Ödeme ${network} ağında ve kesin onayını bekliyor. Yapmanız gereken başka bir şey yok; bu sayfayı kapatabilirsiniz.`,
    confirming: ({ network }) =>
      `Ödeme ${network} ağında ve blok blok kendiliğinden kesinleşiyor. Yapmanız gereken başka bir şey yok; bu sayfayı kapatabilirsiniz.`,
    completed: ({ merchant }) => `${merchant} ödemenizi aldı.`,
    expired: ({ merchant }) =>
      `Ödeme süresi doldu, lütfen bu ödemenin adresine artık hiçbir şey göndermeyin. ${merchant} sizin için yeni bir ödeme oluşturabilir.`,
    late: ({ merchant }) =>
      `Ödeme sona erdikten sonra para ulaştı. Kaydedildi; kabul mü yoksa iade mi edileceğine ${merchant} karar verir. Lütfen satıcıyla iletişime geçin.`,
    cancelled: ({ merchant }) => `${merchant} bu ödemeyi iptal etti. Lütfen adresine hiçbir şey göndermeyin.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `${network} ağı 15 dakika veya daha uzun süredir yanıt vermiyor. Gönderilenler kaybolmadı: ağ yeniden okunabildiğinde burada görünecek.`,
    delayed: ({ network }) =>
      `${network} ağında ödemelerin onaylanması şu anda her zamankinden uzun sürüyor. Gönderilenler kaybolmadı.`,
    reported: ({ network }) =>
      `Bir cüzdan bu ödemeyi gönderdi. ${network} ağına ulaşır ulaşmaz burada görünecek; lütfen ikinci kez göndermeyin.`,
    dropped: (terms) =>
      `Ağ işleminizi attı, bu yüzden para ulaşmadı. Cüzdanınız işlemi hâlâ beklemede göstermiyorsa lütfen ${exactlyInWords(terms)} tutarını yeniden gönderin.`,
    underpaid: ({ merchant }) =>
      `Süresi içinde tam tutardan azı ulaştı. Kaydedildi; lütfen ${merchant} ile iletişime geçin.`,
    overpaid: ({ merchant }) =>
      `İstenenden fazlası ulaştı. Fazlanın iadesi için lütfen ${merchant} ile iletişime geçin.`,
    multiple: () => 'Bu ödeme birden fazla transferle yapıldı.',
  },
  misdirected: (found, terms) =>
    `Bu ödemenin adresine ${inWords(found)} ulaştı; ödeme ise ${inWords(terms)} içindir. Kendiliğinden eşleştirilemez ama kaybolmadı: lütfen ${terms.merchant} ile iletişime geçin ve aşağıdaki referansı bildirin.`,
  claimable: (found, { merchant }) =>
    `${inWords(found)}, önce ${merchant} tarafından talep edilmesi gereken biçimde gönderildi; o zamana kadar ödenmiş sayılmaz. Lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı bildirin.`,
  heading: (terms) => `${inWords(terms)}, alıcı: ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Kalan için ${network} ağında tam şu kadar ${coin} gönderin`
      : `${network} ağında tam şu kadar ${coin} gönderin`,
  explain: (terms) =>
    ({
      amount: `${exactlyInWords(terms)} gönderin. Ödemeniz tutarından tanınır: yuvarlanmış bir tutar, başka bir para birimi veya başka bir ağ onunla eşleştirilemez.`,
      memo: `${terms.memo} memosuyla ${exactlyInWords(terms)} gönderin. Ödemeniz memodan tanınır: memo olmadan para ödemenizle eşleştirilemez.`,
      address: `Bu adrese ${exactlyInWords(terms)} gönderin. Adres yalnızca bu ödeme içindir: başka bir para birimi veya başka bir ağ onunla eşleştirilemez.`,
    })[terms.recognition],
  fees: 'Cüzdan veya borsa ücretleri tutara eklenir.',
  exchange: {
    title: 'Borsadan ödeme',
    detail: (terms) =>
      terms.memo === null
        ? `Çekim ağı olarak ${terms.network} seçin ve tutarı, borsanın ücreti düşüldükten sonra tam olarak ${terms.amount} ${terms.coin} ulaşacak şekilde belirleyin.${terms.recognition === 'amount' ? ' Borsa bunu son haneye kadar yapamıyorsa kendi cüzdanınızı kullanın.' : ''}`
        : `Çekim ağı olarak ${terms.network} seçin, ${terms.memo} notunu girin ve tutarı, borsanın ücreti düşüldükten sonra tam olarak ${terms.amount} ${terms.coin} ulaşacak şekilde belirleyin.`,
  },
  payWithWallet: ({ coin, network }) => `${network} ağında ${coin} ile cüzdandan öde`,
  walletsFailed: 'Cüzdanlar yüklenemedi. Lütfen bağlantınızı kontrol edip tekrar deneyin.',
  deadline: ({ coin, network }, time) => `${network} ağında ${coin} ile ödeyin. Son ödeme zamanı: ${time}.`,
  timeLeft: (remaining) => `${remaining} kaldı`,
  qrLabel: (terms) =>
    `${terms.address} adresine${terms.memo === null ? '' : ` ${terms.memo} memosuyla`} ${inWords(terms)} göndermek için QR kodu`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Kod yalnızca ${network} adresini içerir. Tutarı kendiniz girin.`
      : `${network} cüzdanları için: kod adresi, tutarı ve memoyu içerir.`,
  addressLabel: ({ network }) => `${network} adresi`,
  memoLabel: 'Memo (metin), zorunlu',
  received: (received, asked, { network }) => `${network} ağında alınan: ${received} / ${asked}`,
  confirmations: (seen, required) => `${seen.digits} / ${required.digits} onay`,
  finality: {
    expected: (duration) => `Kesinleşmesine yaklaşık ${duration} kaldı`,
    soon: 'Her an kesinleşebilir',
    overdue: 'Bu her zamankinden uzun sürüyor. Ödeme kaybolmadı.',
  },
  transactionStatus: { seen: 'Onaylanıyor', final: 'Kesinleşti', orphaned: 'Ağ tarafından atıldı' },
  openTransaction: (hash) => `Blok gezgininde ${hash} işlemi`,
  labels: {
    amount: 'Tutar',
    received: 'Alınan',
    price: 'Fiyat',
    network: 'Ağ',
    merchant: 'Alıcı',
    confirmedAt: 'Onaylandı',
    transactions: 'İşlemler',
    reference: 'Referans',
  },
  returnTo: ({ merchant }) => `${merchant} sitesine dön`,
  redirect: {
    countdown: (duration, { merchant }) => `${duration} içinde ${merchant} sitesine döneceksiniz.`,
    stay: 'Bu sayfada kal',
  },
  close: 'Kapat',
  testMode: { title: 'Test modu.', detail: 'Bu ödemedeki coinlerin hiçbir değeri yoktur.' },
  loading: 'Ödeme yükleniyor',
  copy: { amount: 'Tutarı kopyala', address: 'Adresi kopyala', memo: 'Memoyu kopyala' },
  copied: { amount: 'Tutar kopyalandı', address: 'Adres kopyalandı', memo: 'Memo kopyalandı' },
  copyRefused: 'Kopyalamaya izin verilmedi. Lütfen metni seçip kopyalayın.',
  notFoundTitle: 'Ödeme bulunamadı',
  failureTitle: 'Ödeme gösterilemiyor',
  failures: {
    invalid_src:
      'Bu sayfa hangi ödemenin kastedildiğini belirtmiyor. Lütfen mağazaya bildirin ve hiçbir şey göndermeyin.',
    not_found:
      'Bu adreste bir ödeme yok. Lütfen bağlantıyı kontrol edin veya satıcıdan yenisini isteyin ve hiçbir şey göndermeyin.',
    rate_limited: 'Ağınızdan çok fazla istek geldi. Birazdan yeniden denenecek.',
    server_error: 'Ödeme sunucusunda bir sorun var. Birazdan yeniden denenecek.',
    invalid_response: 'Ödeme sunucusu beklenmeyen bir yanıt verdi. Birazdan yeniden denenecek.',
    unreachable: 'Ödeme sunucusuna ulaşılamıyor. Birazdan yeniden denenecek.',
  },
  stale: ({ network }) =>
    `Ödeme sunucusuna ulaşılamıyor, bu yüzden gösterilenler güncel olmayabilir. ${network} ağında gönderdikleriniz kaybolmadı.`,
  offline:
    'Çevrimdışısınız, bu yüzden gösterilenler güncel olmayabilir. Yeniden bağlandığınızda kendiliğinden devam eder.',
  retry: 'Tekrar dene',
}
