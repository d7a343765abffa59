import type { Sum, Terms, Texts } from '../../payment-texts.ts'

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
    sent: 'Ödeme gönderildi',
    claimed: 'İşleminiz aranıyor',
    claim_not_found: 'İşlem bulunamadı',
    claimable: 'Satıcı bekleniyor',
    unavailable: 'Şu anda kullanılamıyor',
    network_unread: 'Ağ yanıt vermiyor',
    dropped: 'Lütfen yeniden gönderin',
    wrong_amount: 'Yanlış tutar',
    wrong_coin: 'Yanlış para birimi veya ağ',
    seen: 'Ödeme bulundu',
    completed: 'Ödeme tamamlandı',
    overpaid: 'Fazla ödediniz',
    twice: 'İki kez ödediniz',
    expired: 'Ödemenin süresi doldu',
    late: 'Ödeme zaten sona ermişti',
    cancelled: 'Ödeme iptal edildi',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Ödeme süresi doldu, lütfen şimdi hiçbir şey göndermeyin. ${network} ağında bir ödemenin zamanında ulaşıp ulaşmadığı burada gösterilecek.`,
    seen: ({ network }) =>
      `Ödemeniz ${network} ağında ve onaylanıyor. Yapmanız gereken başka bir şey yok; bu sayfayı kapatabilirsiniz.`,
    completed: ({ merchant }) => `${merchant} ödemenizi aldı.`,
    expired: () => 'Ödeme süresi doldu, lütfen bu ödemenin adresine artık hiçbir şey göndermeyin.',
    late: ({ merchant }) =>
      `Paranız bu ödeme sona erdikten sonra ulaştı. Güvende. Kabul mü yoksa iade mi edileceğine ${merchant} karar verir: lütfen satıcıyla iletişime geçin ve aşağıdaki referansı belirtin.`,
    cancelled: ({ merchant }) => `${merchant} bu ödemeyi iptal etti. Lütfen adresine hiçbir şey göndermeyin.`,
  },
  ask: ({ merchant }) =>
    `Yine de ödemek istiyorsanız lütfen ${merchant} satıcısından yeni bir ödeme isteyin ve aşağıdaki referansı belirtin.`,
  notices: {
    network_unread: ({ network }) =>
      `${network} ağı 15 dakika veya daha uzun süredir yanıt vermiyor. Gönderilenler kaybolmadı: ağ yeniden okunabildiğinde burada görünecek.`,
    delayed: ({ network }) =>
      `${network} ağında ödemelerin onaylanması şu anda her zamankinden uzun sürüyor. Gönderilenler kaybolmadı.`,
    reported: ({ network }) =>
      `Bir cüzdan bu ödemeyi gönderdi. ${network} ağına ulaşır ulaşmaz burada görünecek; lütfen ikinci kez göndermeyin.`,
    claimed: ({ network }) =>
      `İşleminizi ${network} ağında arıyoruz. Bulduğumuzda burada görünecek; lütfen tekrar göndermeyin.`,
    claim_not_found: ({ network, merchant }) =>
      `İşleminizi ${network} ağında bulamıyoruz. Lütfen işlem kimliğini ve cüzdanınızdaki ya da borsadaki ağı kontrol edin. İkisi de doğruysa ${merchant} ile iletişime geçin.`,
    claim_unrelated: ({ merchant }) =>
      `İşleminizi bulduk, ancak bu sipariş için bir ödeme değil. Lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı belirtin.`,
    dropped: (terms) =>
      `Ağ işleminizi attı, bu yüzden para ulaşmadı. Cüzdanınız işlemi hâlâ beklemede göstermiyorsa lütfen ${exactlyInWords(terms)} tutarını yeniden gönderin.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `Süre dolmadan ${amount} ${coin} tutarının ${received} kadarı ulaştı. Para güvende: lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı belirtin.`,
    overpaid: ({ excess, coin, merchant }) =>
      `${excess} ${coin} fazla ödediniz. Para güvende: geri almak için lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı belirtin.`,
    multiple: () => 'Birden fazla transferle ödediniz.',
  },
  misdirected: (found, terms) =>
    `Buraya ${inWords(found)} ulaştı; bu ödeme ise ${inWords(terms)} içindir. Para kaybolmadı: lütfen ${terms.merchant} ile iletişime geçin ve aşağıdaki referansı bildirin.`,
  alsoPaid: (found, { merchant }) =>
    `Ayrıca ${inWords(found)} ödediniz. Para güvende: geri almak için lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı belirtin.`,
  claimable: (found, { merchant }) =>
    `${merchant}, ${inWords(found)} tutarındaki bu transferi henüz kabul etmedi. O zamana kadar ödenmiş sayılmaz. Lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı bildirin.`,
  heading: (terms) => `${inWords(terms)}, alıcı: ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Kalanı ${network} ağında gönderin, tam olarak` : `${network} ağında tam şu kadar gönderin`,
  explain: (terms) =>
    ({
      amount: `${exactlyInWords(terms)} gönderin. Ödemenizi son hanelerinden tanırız: lütfen tutarı yuvarlamayın.`,
      memo: `${terms.memo} memosuyla ${exactlyInWords(terms)} gönderin. Ödemenizi memodan tanırız: memo olmadan ödemenizi bulamayız.`,
      address: `Bu adrese ${exactlyInWords(terms)} gönderin. Adres yalnızca sizin ödemeniz içindir.`,
    })[terms.recognition],
  fees: 'Ücretler ayrıca eklenir.',
  howToPay: 'Nasıl ödenir',
  payFromExchange: 'Borsadan öde',
  claim: {
    title: 'Zaten ödedim',
    submit: 'Ödememi bul',
    failed: 'Gönderilemedi. Lütfen bağlantınızı kontrol edip tekrar deneyin.',
  },
  methods: {
    title: 'Başka bir para birimi veya ağla ödeyin',
    unavailable: 'Şu anda kullanılamıyor',
    failed: 'Bu seçenek şu anda kullanılamıyor. Lütfen başka birini seçin.',
  },
  payWithWallet: 'Cüzdanla öde',
  payWith: (wallet) => `${wallet} ile öde`,
  openWalletApp: 'Cüzdan uygulaması aç',
  showCode: 'QR kodunu göster',
  codes: {
    address: 'Yalnızca adres',
    request: 'Adres ve tutar',
    requestCaption: 'Bu kod para birimini ve tutarı da içerir. Bazı cüzdanlar okuyamaz.',
  },
  walletsFailed: 'Cüzdanlar yüklenemedi. Lütfen bağlantınızı kontrol edip tekrar deneyin.',
  deadline: (time) => `En geç şu zamana kadar ödeyin: ${time}`,
  rate: (rate, time) => `${rate}, geçerlilik: ${time}`,
  timeLeft: (remaining) => `${remaining} kaldı`,
  qrLabel: (terms) =>
    `${terms.address} adresine${terms.memo === null ? '' : ` ${terms.memo} memosuyla`} ${inWords(terms)} göndermek için QR kodu`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Bu kod ${network} adresini içerir. Tutarı yazın veya yapıştırın.`
      : `${network} cüzdanları için: kod adresi, tutarı ve memoyu içerir.`,
  addressLabel: ({ network }) => `${network} adresi`,
  memoLabel: 'Memo (metin), zorunlu',
  received: (received, asked, { network }) => `${network} ağında alınan: ${received} / ${asked}`,
  confirmations: (seen, required) => `${seen.digits} / ${required.digits} onay`,
  finality: {
    expected: (duration) => `Yaklaşık ${duration} kaldı`,
    soon: 'Her an olabilir',
    overdue: 'Bu her zamankinden uzun sürüyor. Ödeme kaybolmadı.',
  },
  transactionStatus: { seen: 'Onaylanıyor', final: 'Onaylandı', orphaned: 'Atıldı' },
  openTransaction: (hash) => `Blok gezgininde ${hash} işlemi`,
  labels: {
    amount: 'Tutar',
    received: 'Alınan',
    price: 'Fiyat',
    network: 'Ağ',
    merchant: 'Alıcı',
    confirmedAt: 'Onaylandı',
    transactions: 'İşlemler',
    order: 'Sipariş',
    items: 'Ürünler',
    reference: 'Referans',
  },
  returnTo: ({ merchant }) => `${merchant} sitesine dön`,
  openReplacement: 'Yeni ödemeyi aç',
  print: 'Yazdır',
  languageLabel: 'Dil',
  contact: ({ merchant }) => `${merchant} ile iletişime geç`,
  redirect: {
    countdown: (duration, { merchant }) => `${duration} içinde ${merchant} sitesine döneceksiniz.`,
    stay: 'Bu sayfada kal',
  },
  close: 'Kapat',
  testMode: { title: 'Test modu.', detail: 'Bu ödemedeki coinlerin hiçbir değeri yoktur.' },
  loading: 'Ödeme yükleniyor',
  copy: { amount: 'Tutarı kopyala', address: 'Adresi kopyala', memo: 'Memoyu kopyala', reference: 'Referansı kopyala' },
  copied: {
    amount: 'Tutar kopyalandı',
    address: 'Adres kopyalandı',
    memo: 'Memo kopyalandı',
    reference: 'Referans kopyalandı',
  },
  copyRefused: 'Kopyalamaya izin verilmedi. Lütfen metni seçip kopyalayın.',
  notFoundTitle: 'Ödeme bulunamadı',
  failureTitle: 'Ödeme gösterilemiyor',
  failures: {
    invalid_src:
      'Bu sayfa hangi ödemenin kastedildiğini belirtmiyor. Lütfen mağazaya bildirin ve hiçbir şey göndermeyin.',
    not_found:
      'Bu adreste bir ödeme yok. Lütfen bağlantıyı kontrol edin veya satıcıdan yenisini isteyin ve hiçbir şey göndermeyin.',
    rate_limited: 'Ağınızdan çok fazla istek geldi. Yeniden deneniyor…',
    server_error: 'Ödeme sunucusunda bir sorun var. Yeniden deneniyor…',
    invalid_response: 'Ödeme sunucusu beklenmeyen bir yanıt verdi. Yeniden deneniyor…',
    unreachable: 'Ödeme sunucusuna ulaşamıyoruz. Yeniden deneniyor…',
  },
  stale: ({ network }) =>
    `Ödeme sunucusuna ulaşılamıyor, bu yüzden gösterilenler güncel olmayabilir. ${network} ağında gönderdikleriniz kaybolmadı.`,
  offline: 'Çevrimdışısınız, bu yüzden gösterilenler güncel olmayabilir. Kendiliğimizden yeniden bağlanacağız.',
  retry: 'Tekrar dene',
}
