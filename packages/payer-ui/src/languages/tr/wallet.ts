import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${network} ağında ${amount} ${coin}`

export const texts: WalletTexts = {
  language: 'tr',
  locale: 'tr',
  direction: 'ltr',
  messages: {
    opening: () => ['Cüzdanlar aranıyor', null],
    unreachable: () => [
      'Ödeme sunucusuna ulaşılamıyor',
      'Hiçbir şey gönderilmedi. Lütfen bağlantınızı kontrol edip tekrar deneyin.',
    ],
    contradiction: ({ merchant }) => [
      'Lütfen ödemeyin',
      `Bu ödemenin bilgileri birbiriyle çelişiyor, bu yüzden hiçbir cüzdandan bir şey istenmedi. Lütfen ${merchant} ile iletişime geçin ve hiçbir şey göndermeyin.`,
    ],
    choosing: ({ amount, coin, network }) => [
      'Bir cüzdan seçin',
      `Cüzdan sizden ${network} ağında tam olarak ${amount} ${coin} onaylamanızı isteyecek.`,
    ],
    apps: ({ coin, network }) => [
      'Cüzdan uygulamasında aç',
      `Uygulama bu ödemeyi kendi tarayıcısında açar ve orada ${network} ağında ${coin} gönderebilir.`,
    ],
    handover: (terms) => [
      'Cüzdan uygulamasında aç',
      `Bu cihazda bir cüzdan uygulaması açılır ve orada ${inWords(terms)} tutarını onaylarsınız. Hiçbiri açılmazsa geri dönüp bilgileri kopyalayın.`,
    ],
    none: ({ coin, network }) => [
      'Cüzdan bulunamadı',
      `Bu tarayıcıda ${network} ağında ${coin} gönderebilecek bir cüzdan yok. Kodu telefonunuzdaki cüzdanla tarayın veya bu sayfayı cüzdanı olan bir tarayıcıda açın.`,
    ],
    pairing: () => [
      'Cüzdan bağlayın',
      'Bu kodu cüzdanınızla tarayın ve bağlantıya izin verin. Kod yalnızca cüzdanı bağlar; ödemeyi daha sonra onaylarsınız.',
    ],
    pairingHere: () => [
      'Cüzdan bağlayın',
      'Cüzdanınızı burada açın veya bu kodu başka bir cihazdaki cüzdanla tarayın ve bağlantıya izin verin. Bu yalnızca cüzdanı bağlar; ödemeyi daha sonra onaylarsınız.',
    ],
    connecting: ({ wallet }) => [
      `${wallet} bağlanıyor`,
      'Cüzdanı açın, isterse kilidini açın ve bağlantıya izin verin.',
    ],
    switching: ({ wallet, network }) => [
      `${network} ağına geçiş`,
      `${wallet} başka bir ağda. ${network} ağına geçmesine izin verin.`,
    ],
    checking: () => ['Hesap kontrol ediliyor', null],
    offered: ({ amount, coin, network }) => [
      'Başka bir para birimiyle öde',
      `Neyle ödeyeceğinizi seçin. ${network} bunu yolda dönüştürür: tam olarak ${amount} ${coin} ulaşır ve yalnızca o anki fiyatı alınır.`,
    ],
    sending: (terms) => [
      `${terms.wallet} içinde onaylayın`,
      `Orada ${inWords(terms)} tutarını onaylayın. Bu sayfayı açık tutun.`,
    ],
    silent: ({ wallet }) => [
      `${wallet} henüz yanıt vermedi`,
      'İsteği arayın: bu pencerenin arkasında, adres çubuğunun yanındaki simgesinde veya uygulamasında. Onayladıysanız burada bekleyin: ödemeniz birazdan görünecek.',
    ],
    unknown: (terms) => [
      'Önce cüzdanınıza bakın',
      `${terms.wallet}, ${inWords(terms)} gönderip göndermediğini bildirmedi. Transferi orada bulursanız tekrar göndermeyin: ${terms.network} ağına ulaşır ulaşmaz burada görünecek.`,
    ],
    sent: ({ network }) => [
      `Gönderildi. ${network} bekleniyor`,
      'Lütfen tekrar ödemeyin: ödemeniz birazdan burada görünecek.',
    ],
    rejected: () => [
      'Cüzdanda reddedildi',
      'Hiçbir şey gönderilmedi. Tekrar deneyebilir veya başka bir yolla ödeyebilirsiniz.',
    ],
    pending: ({ wallet }) => [
      'Zaten açık bir istek var',
      `${wallet} önceki bir isteğe yanıtınızı hâlâ bekliyor. Orada yanıtlayın, sonra tekrar deneyin.`,
    ],
    locked: ({ wallet }) => [
      'Cüzdan kilitli',
      `${wallet} kilidini açın, bu sayfanın bir hesabı görmesine izin verin ve tekrar deneyin. Hiçbir şey gönderilmedi.`,
    ],
    account: ({ wallet }) => [
      'Hesap kullanılamıyor',
      `${wallet} bu sayfanın o hesabı kullanmasına izin vermiyor. Ödeyecek hesabı seçip tekrar deneyin. Hiçbir şey gönderilmedi.`,
    ],
    network: ({ wallet, network }) => [
      `Cüzdan ${network} ağında değil`,
      `Bu ödeme yalnızca ${network} ağında yapılabilir. ${wallet} içinde ${network} ağına geçip tekrar deneyin. Hiçbir şey gönderilmedi.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `Yeterli ${coin} yok`,
      `Bu hesapta ${network} ağında ${missing} ${coin} eksik; başka ağlardaki coinler sayılmaz. Hiçbir şey gönderilmedi.`,
    ],
    gas: ({ currency, network }) => [
      'Ücret için bakiye yetersiz',
      `Hesabın ağ ücreti için ${network} ağında biraz ${currency} bulundurması gerekir. Hiçbir şey gönderilmedi.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} yanıt vermiyor`,
      'Cüzdanı açıp bağlantısını kontrol edin, sonra tekrar deneyin. Hiçbir şey gönderilmedi.',
    ],
    failed: ({ wallet }) => [
      `${wallet} bir hata bildiriyor`,
      'Hiçbir şey gönderilmedi. Tekrar deneyebilir veya başka bir yolla ödeyebilirsiniz.',
    ],
    trustline: ({ coin, network }) => [
      `Bu hesapta ${coin} yok`,
      `Hesap ${network} ağında ${coin} için ayarlanmamış. Başka bir hesap seçin. Hiçbir şey gönderilmedi.`,
    ],
    offers: ({ network }) => [
      'Şu anda teklif yok',
      `Hiçbir şey gönderilmedi. ${network} ağındaki teklifler sürekli değişir: yeniden bakın veya başka bir yolla ödeyin.`,
    ],
    refused: () => [
      'Transfer kabul edilmedi',
      'Hiçbir şey gönderilmedi. Tekrar deneyebilir veya başka bir yolla ödeyebilirsiniz.',
    ],
    expired: () => [
      'Kodun süresi doldu',
      'Beş dakika geçerliydi. Yenisi için tekrar deneyin. Hiçbir şey gönderilmedi.',
    ],
    relay: () => [
      'WalletConnect’e ulaşılamıyor',
      'Lütfen bağlantınızı kontrol edip tekrar deneyin veya başka bir yolla ödeyin. Hiçbir şey gönderilmedi.',
    ],
  },
  browserWallet: 'Tarayıcı cüzdanı',
  walletConnectHint: 'Başka bir cihazdaki veya bir uygulamadaki cüzdan',
  pairingQr: 'WalletConnect ile bir cüzdanı bağlayan QR kodu',
  openIn: (wallet) => `${wallet} içinde aç`,
  openInWallet: 'Cüzdanda aç',
  openInAnyWallet: 'Başka bir cüzdanda aç',
  from: (account) => `Gönderen hesap: ${account}`,
  retry: 'Tekrar dene',
  otherAccount: 'Başka bir hesap kullan',
  otherAsset: 'Başka bir para birimiyle öde',
  atMost: (amount) => `En fazla ${amount}`,
  otherWallet: 'Başka bir cüzdan seç',
  back: 'Başka bir yolla öde',
  nothingWasSent: 'Hiçbir şey gönderilmedi: tekrar dene',
  itFailed: 'Cüzdanım başarısız olduğunu söylüyor',
}
