import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: '您的退款',
    amountLabel: '退回金额',
    ask: ({ coin, network }) =>
      `请输入用于接收 ${coin} 的 ${network} 地址：您自己钱包的地址，或交易所为 ${network} 上的 ${coin} 显示的充值地址。交易所付款时所用的地址不属于您。`,
    warning: '提交后无法更改，退到错误地址的款项将无法找回。请核对每一个字符。',
    addressLabel: ({ network }) => `${network} 地址`,
    memoLabel: '备注（如交易所要求）',
    paste: '粘贴',
    useWallet: ({ wallet }) => `使用我在 ${wallet} 的地址`,
    submit: '下一步',
    check: ({ coin, network }) => `这是您在 ${network} 上接收 ${coin} 的地址吗？`,
    confirm: '是的，退到此地址',
    correct: '不，我要修改',
    invalid: ({ network }) => `无法在 ${network} 上退款到此地址。请核对每一个字符。`,
    cannotReceive: ({ coin, network }) => `此账户目前无法在 ${network} 上接收 ${coin}。请使用其他账户。`,
    memoMissing: '此账户要求填写备注：请输入交易所随地址一起显示的备注。没有备注，将无法识别款项属于您。',
    addressSaved: ({ merchant }) => `地址已记录。${merchant} 退款后会显示在这里。`,
    submitted: ({ network }) => `退款已在 ${network} 上，我们正在确认。`,
    completed: '款项已退到此地址。',
    closed: ({ merchant }) => `此退款已不再开放。请联系 ${merchant} 并提供下方的编号。`,
  },
  signingPage: {
    title: '签署退款',
    amountLabel: '应转金额',
    ask: ({ amount, coin, network }) =>
      `请从下方的钱包向下方的地址在 ${network} 上准确转出 ${amount} ${coin}：${network} 确认转账后，退款会自动完成。`,
    once: '请只签署一次：再次转账会重复付款。',
    unswept: '此笔付款的款项仍在其专用地址上，将随下一次结算转入此钱包。在此之前，钱包需另有足够的余额。',
    openWallet: '在钱包中打开',
    from: '付款钱包',
    to: '收款地址',
    contract: '代币合约',
    closedTitle: '无需签署',
    closed: '请不要转账。您可以关闭此页面。',
    script: {
      signWith: '签署方式：',
      browserWallet: '此浏览器中的钱包',
      none: '在此浏览器中未找到钱包。请完全按照此处所示手动转账。',
      account: '钱包当前不是付款账户：请在钱包中选择后重试。',
      network: '钱包当前在其他网络上。请在钱包中选择以下网络后重试：',
      rejected: '钱包已拒绝。没有转出任何款项。',
      insufficient: '账户中的代币不足。没有转出任何款项。',
      failed: '操作未成功，没有转出任何款项。请重试。',
      confirm: '请在钱包中确认转账。',
      sent: '已转出：',
      unsure: '此前已请求钱包转账。请先在钱包中查看；如未转出，请取消此退款并重新创建。',
    },
  },
}

export const checkText = '查看我的付款是否到账'

export const overTexts: OverTexts = {
  title: '此页面已关闭',
  detail: '此页面显示的内容早已结束。如有疑问，请联系商家。',
}

export const testPanelTexts: TestPanelTexts = {
  title: '开发者测试面板',
  detail: '付款人不会看到此面板。这些按钮会在本地测试网络上进行真实转账。',
}

export const tillTexts: TillTexts = {
  show: '显示二维码',
  paid: '已付款',
  next: '下一笔付款',
  erase: '删除最后一位数字',
  closed: ({ merchant }) => `只有可以为 ${merchant} 收款的人才能打开此收银台。`,
  signIn: '登录',
}

export const receiptTexts: ReceiptTexts = {
  title: '收据',
  scan: '扫码即可核验此收据。',
  check: '核验此收据',
  save: '保存已签名的收据',
  note: {
    payment: '此收据证明付款，不是发票。',
    refund: '此收据证明退款，不是发票。',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `${merchant} 的收据`,
    text: ({ amount, merchant }) => `您已向 ${merchant} 支付 ${amount}，款项已到账。`,
  },
  refund: {
    subject: ({ merchant }) => `${merchant} 的退款`,
    text: ({ amount, merchant }) => `${merchant} 已向您退款 ${amount}。`,
  },
  order: ({ reference }) => `订单号：${reference}`,
  link: '您的收据在此：',
  attached: '签名收据见附件。请妥善保存：即使此页面不再存在，任何人仍可验证它。',
  reason: '您收到此邮件，是因为付款时填写了此地址。',
  sandbox: '这是测试：没有真实资金转移。',
}
