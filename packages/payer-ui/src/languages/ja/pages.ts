import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: '返金',
    amountLabel: '返金額',
    ask: ({ coin, network }) =>
      `${coin} を受け取る ${network} のアドレスを入力してください。ご自身のウォレットのアドレス、または取引所が ${network} の ${coin} 用に表示する入金アドレスです。取引所からの送金元アドレスは、お客様のものではありません。`,
    warning: '後から変更することはできません。誤ったアドレスに送られた資金は失われます。一文字ずつご確認ください。',
    addressLabel: ({ network }) => `${network} アドレス`,
    memoLabel: 'メモ（取引所が求める場合）',
    paste: '貼り付け',
    useWallet: ({ wallet }) => `${wallet}のアドレスを使う`,
    submit: '次へ',
    check: ({ coin, network }) => `${network} で ${coin} を受け取るアドレスは、これで正しいですか？`,
    confirm: 'はい、ここに送金してもらう',
    correct: 'いいえ、修正する',
    invalid: ({ network }) => `${network} ではこのアドレスに送ることができません。一文字ずつご確認ください。`,
    cannotReceive: ({ coin, network }) =>
      `このアカウントは現在 ${network} で ${coin} を受け取れません。別のアカウントをお使いください。`,
    memoMissing:
      'このアカウントにはメモが必要です。取引所がアドレスと一緒に表示するメモを入力してください。メモがないと、お客様の資金と判別できません。',
    addressSaved: ({ merchant }) => `アドレスを記録しました。${merchant} が返金すると、ここに表示されます。`,
    submitted: ({ network }) => `返金は ${network} に届き、確認中です。`,
    completed: 'このアドレスに返金されました。',
    closed: ({ merchant }) =>
      `この返金は受付を終了しました。下のお支払い番号を添えて ${merchant} にお問い合わせください。`,
  },
  signingPage: {
    title: '返金に署名',
    amountLabel: '送金額',
    ask: ({ amount, coin, network }) =>
      `下記のウォレットから下記のアドレスへ、${network} で正確に ${amount} ${coin} を送金してください。${network} で送金が確認されると返金は自動的に完了します。`,
    once: '署名は一度だけにしてください。二度送ると二重に支払われます。',
    unswept:
      'この支払いの資金はまだ支払い専用のアドレスにあり、次回の精算でこのウォレットに入ります。それまでは、ウォレットに別途この金額が必要です。',
    openWallet: 'ウォレットで開く',
    from: '送金元のウォレット',
    to: '送金先',
    contract: 'コインのコントラクト',
    closedTitle: '署名は必要ありません',
    closed: '何も送金しないでください。このページは閉じても問題ありません。',
    script: {
      signWith: '署名する:',
      browserWallet: 'このブラウザーのウォレット',
      none: 'このブラウザーにウォレットが見つかりません。ここに示すとおりに手動で送金してください。',
      account: 'ウォレットが送金元のアカウントになっていません。選び直してもう一度お試しください。',
      network: 'ウォレットが別のネットワークになっています。次のネットワークを選んで、もう一度お試しください:',
      rejected: 'ウォレットが拒否しました。何も送金されていません。',
      insufficient: 'アカウントの残高が足りません。何も送金されていません。',
      failed: 'うまくいかず、何も送金されていません。もう一度お試しください。',
      confirm: 'ウォレットで送金を承認してください。',
      sent: '送金しました:',
      unsure:
        'すでにウォレットに送金を依頼しています。まずウォレットを確認し、送金されていなければこの返金をキャンセルして新しく作成してください。',
    },
  },
}

export const checkText = '支払いが届いたか確認する'

export const overTexts: OverTexts = {
  title: 'このページは閉じられました',
  detail: '表示されていた内容は、しばらく前に終了しています。ご質問はショップにお問い合わせください。',
}

export const testPanelTexts: TestPanelTexts = {
  title: '開発者用テストパネル',
  detail: 'お支払いになる方には表示されません。これらのボタンは、ローカルのテストネットワークで実際に送金します。',
}

export const tillTexts: TillTexts = {
  show: 'コードを表示',
  paid: '支払い済み',
  next: '次のお支払い',
  erase: '最後の数字を消す',
  closed: ({ merchant }) => `このレジを開けるのは、${merchant} の支払いを受け付けられる人だけです。`,
  signIn: 'ログイン',
}

export const receiptTexts: ReceiptTexts = {
  title: '領収書',
  scan: 'コードをスキャンして、この領収書を確認できます。',
  check: 'この領収書を確認する',
  save: '署名付き領収書を保存する',
  note: {
    payment: 'この領収書は支払いを証明するものです。請求書ではありません。',
    refund: 'この領収書は返金を証明するものです。請求書ではありません。',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `${merchant} からの領収書`,
    text: ({ amount, merchant }) => `${merchant} に ${amount} をお支払いいただきました。着金を確認しました。`,
  },
  refund: {
    subject: ({ merchant }) => `${merchant} からの返金`,
    text: ({ amount, merchant }) => `${merchant} が ${amount} を返金しました。`,
  },
  order: ({ reference }) => `注文番号：${reference}`,
  link: '領収書はこちらです：',
  attached: '署名付きの領収書を添付しています。このページがなくなっても誰でも検証できますので、保管してください。',
  reason: 'お支払いの際にこのアドレスが入力されたため、このメールをお送りしています。',
  sandbox: 'これはテストです。実際のお金は動いていません。',
}
