import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'İadeniz',
    amountLabel: 'Geri aldığınız tutar',
    ask: ({ coin, network }) =>
      `${coin} alacak ${network} adresini girin: kendi cüzdanınızın adresi ya da borsanızın ${network} üzerinde ${coin} için gösterdiği yatırma adresi. Bir borsanın ödeme yaptığı adres sizin değildir.`,
    warning: 'Bunu sonra değiştiremezsiniz ve yanlış adrese giden para kaybolur. Lütfen her karakteri kontrol edin.',
    addressLabel: ({ network }) => `${network} adresi`,
    memoLabel: 'Memo (borsanız istiyorsa)',
    paste: 'Yapıştır',
    useWallet: ({ wallet }) => `${wallet} adresimi kullan`,
    submit: 'Devam',
    check: ({ coin, network }) => `${network} üzerinde ${coin} için adresiniz bu mu?`,
    confirm: 'Evet, oraya gönderin',
    correct: 'Hayır, düzelteceğim',
    invalid: ({ network }) =>
      `${network} üzerinde bu adrese hiçbir şey gönderilemez. Lütfen her karakteri kontrol edin.`,
    cannotReceive: ({ coin, network }) =>
      `Bu hesap şu anda ${network} üzerinde ${coin} alamıyor. Lütfen başka bir hesap kullanın.`,
    memoMissing:
      'Bu hesap bir memo istiyor: borsanızın adresle birlikte gösterdiği memoyu girin. Onsuz paranın size ait olduğu anlaşılamaz.',
    addressSaved: ({ merchant }) => `Adres kaydedildi. Parayı ${merchant} gönderir; burada görünecektir.`,
    submitted: ({ network }) => `Para ${network} üzerinde ve onaylanıyor.`,
    completed: 'Para bu adrese gönderildi.',
    closed: ({ merchant }) =>
      `Bu iade artık açık değil. Lütfen ${merchant} ile iletişime geçin ve aşağıdaki referansı belirtin.`,
  },
  signingPage: {
    title: 'İadeyi imzala',
    amountLabel: 'Gönderilecek',
    ask: ({ amount, coin, network }) =>
      `Aşağıdaki cüzdandan aşağıdaki adrese ${network} üzerinde tam olarak ${amount} ${coin} gönderin: ${network} transferi onaylayınca iade kendiliğinden tamamlanır.`,
    once: 'Yalnızca bir kez imzalayın: ikinci bir transfer iki kez öder.',
    unswept:
      'Bu ödemenin parası hâlâ ödemenin kendi adresinde: bir sonraki mutabakatla bu cüzdana gelir. O zamana kadar cüzdanda tutarın başka bir kaynaktan bulunması gerekir.',
    openWallet: 'Bir cüzdanda aç',
    from: 'Cüzdanınızdan',
    to: 'Alıcı',
    contract: 'Coin sözleşmesi',
    closedTitle: 'İmza gerekmiyor',
    closed: 'Lütfen hiçbir şey göndermeyin. Bu sayfayı kapatabilirsiniz.',
    script: {
      signWith: 'Şununla imzala:',
      browserWallet: 'bu tarayıcıdaki cüzdan',
      none: 'Bu tarayıcıda cüzdan bulunamadı. Burada gösterildiği gibi elle gönderin.',
      account: 'Cüzdan ödeyecek hesapta değil: orada seçip yeniden deneyin.',
      network: 'Cüzdan başka bir ağda. Orada şu ağı seçip yeniden deneyin:',
      rejected: 'Cüzdan reddetti. Hiçbir şey gönderilmedi.',
      insufficient: 'Hesapta yeterli coin yok. Hiçbir şey gönderilmedi.',
      failed: 'Olmadı ve hiçbir şey gönderilmedi. Lütfen yeniden deneyin.',
      confirm: 'Lütfen transferi cüzdanda onaylayın.',
      sent: 'Gönderildi:',
      unsure:
        'Bir cüzdandan bunu göndermesi istendi. Önce oraya bakın; hiçbir şey gönderilmediyse bu iadeyi iptal edip yenisini oluşturun.',
    },
  },
}

export const checkText = 'Ödememin ulaştığını kontrol et'

export const overTexts: OverTexts = {
  title: 'Bu sayfa kapatıldı',
  detail: 'Gösterdiği işlem bir süre önce sona erdi. Sorunuz varsa lütfen mağazayla iletişime geçin.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Geliştiriciler için test paneli',
  detail: 'Ödeyenler bunu hiç görmez. Bu düğmeler yerel test ağında gerçek transferler yapar.',
}

export const tillTexts: TillTexts = {
  show: 'Kodu göster',
  paid: 'Ödendi',
  next: 'Sonraki ödeme',
  erase: 'Son rakamı sil',
  closed: ({ merchant }) => `Bu kasayı yalnızca ${merchant} adına ödeme alabilen kişiler açabilir.`,
  signIn: 'Oturum aç',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Makbuz',
  scan: 'Bu makbuzu doğrulamak için kodu tarayın.',
  check: 'Bu makbuzu doğrula',
  save: 'İmzalı makbuzu kaydet',
  note: {
    payment: 'Bu makbuz ödemeyi kanıtlar. Fatura değildir.',
    refund: 'Bu makbuz iadeyi kanıtlar. Fatura değildir.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `${merchant} makbuzunuz`,
    text: ({ amount, merchant }) => `${merchant} için ${amount} ödediniz. Para ulaştı.`,
  },
  refund: {
    subject: ({ merchant }) => `${merchant} iadeniz`,
    text: ({ amount, merchant }) => `${merchant} size ${amount} iade etti.`,
  },
  order: ({ reference }) => `Sipariş: ${reference}`,
  link: 'Makbuzunuz burada:',
  attached: 'İmzalı makbuz ektedir. Saklayın: Bu sayfa artık olmasa bile herkes onu doğrulayabilir.',
  reason: 'Bu adres ödeme sırasında verildiği için bu e-postayı alıyorsunuz.',
  sandbox: 'Bu bir testtir: Gerçek para aktarılmadı.',
}
