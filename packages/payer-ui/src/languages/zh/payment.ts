import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin}（${network} 网络）`

/** Simplified Chinese. */
export const texts: Texts = {
  language: 'zh',
  locale: 'zh-CN',
  direction: 'ltr',
  titles: {
    awaiting: '等待付款',
    remainder: '已部分付款',
    checking: '正在核对网络',
    sent: '已发送',
    claimed: '正在查找您的交易',
    claim_not_found: '未找到交易',
    claimable: '等待商家接受',
    unavailable: '暂不可用',
    network_unread: '网络没有响应',
    dropped: '需要重新转账',
    wrong_amount: '金额不正确',
    wrong_coin: '币种或网络不正确',
    seen: '已发现付款',
    completed: '付款完成',
    overpaid: '您多付了',
    twice: '您付了两次',
    expired: '付款已过期',
    late: '付款结束后才到账',
    cancelled: '付款已取消',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) => `付款时间已过，请不要再转账。${network} 网络上的付款是否及时到账，结果将显示在这里。`,
    seen: ({ network }) => `您的付款已在 ${network} 网络上，我们正在确认。您无需再做任何操作，可以关闭此页面。`,
    completed: ({ merchant }) => `${merchant} 已收到您的付款。`,
    expired: () => '付款时间已过，请不要再向此付款的地址转账。',
    late: ({ merchant }) =>
      `您的款项在付款结束之后才到账，但款项是安全的。由 ${merchant} 决定接受还是退回。请联系商家并提供下方的编号。`,
    cancelled: ({ merchant }) => `${merchant} 已取消此付款。请不要向其地址转账。`,
  },
  ask: ({ merchant }) => `如需继续，请联系 ${merchant} 获取新的账单，并提供下方的编号。`,
  notices: {
    network_unread: ({ network }) =>
      `${network} 网络已有 15 分钟或更久没有响应。已发送的款项不会丢失：网络恢复后将显示在这里。`,
    delayed: ({ network }) => `${network} 网络目前确认付款所需的时间比平时更长。已发送的款项不会丢失。`,
    reported: ({ network }) => `钱包已发送此付款，${network} 网络收到后会在此显示，请不要重复转账。`,
    claimed: ({ network }) => `我们正在 ${network} 上查找您的交易。找到后会显示在这里，请不要再次发送。`,
    claim_not_found: ({ network, merchant }) =>
      `我们在 ${network} 上找不到您的交易。请检查交易 ID，以及您在钱包或交易所选择的网络。如果都正确，请联系 ${merchant}。`,
    claim_unrelated: ({ merchant }) =>
      `我们找到了您的交易，但它不是此订单的付款。请联系 ${merchant}，并提供下方的编号。`,
    dropped: (terms) =>
      `网络丢弃了您的交易，款项没有到账。除非钱包仍显示该交易待处理，否则请重新转入 ${inWords(terms)}。`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `在时间结束之前，我们收到了 ${received}，应付 ${amount} ${coin}。款项是安全的：请联系 ${merchant} 并提供下方的编号。`,
    overpaid: ({ excess, coin, merchant }) =>
      `您多付了 ${excess} ${coin}。款项是安全的：如需退回，请联系 ${merchant} 并提供下方的编号。`,
    multiple: () => '您分多笔转账完成了支付。',
  },
  misdirected: (found, terms) =>
    `这里收到了 ${inWords(found)}，而此付款应为 ${inWords(terms)}。款项没有丢失：请联系 ${terms.merchant} 并提供下方的编号。`,
  alsoPaid: (found, { merchant }) =>
    `您还支付了 ${inWords(found)}。款项是安全的：如需退回，请联系 ${merchant} 并提供下方的编号。`,
  claimable: (found, { merchant }) =>
    `${merchant} 还需要接受这笔 ${inWords(found)} 的转账，在此之前不算已付款。请联系 ${merchant} 并提供下方的编号。`,
  heading: (terms) => `向 ${terms.merchant} 支付 ${inWords(terms)}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `请在 ${network} 网络上准确转入余款` : `请在 ${network} 网络上准确转入`,
  explain: (terms) =>
    ({
      amount: `请准确转入 ${inWords(terms)}。我们靠最后几位数字识别您的付款，请不要取整。`,
      memo: `请准确转入 ${inWords(terms)}，并填写备注（Memo）${terms.memo}。我们靠备注识别您的付款：没有备注，我们无法找到它。`,
      address: `请向此地址准确转入 ${inWords(terms)}。该地址仅用于您的这笔付款。`,
    })[terms.recognition],
  fees: '手续费另计。',
  howToPay: '付款方式',
  payFromExchange: '从交易所付款',
  claim: {
    title: '我已付款',
    submit: '查找我的付款',
    failed: '无法发送。请检查网络连接后重试。',
  },
  methods: {
    title: '使用其他币种或网络付款',
    unavailable: '暂不可用',
    failed: '此方式暂不可用，请选择其他方式。',
  },
  payWithWallet: '用钱包支付',
  payWith: (wallet) => `用 ${wallet} 支付`,
  openWalletApp: '打开钱包应用',
  showCode: '显示二维码',
  codes: { address: '仅地址', request: '地址和金额', requestCaption: '此二维码还包含币种和金额，部分钱包无法识别。' },
  walletsFailed: '无法加载钱包。请检查网络连接后重试。',
  deadline: (time) => `请在 ${time} 之前付款`,
  rate: (rate, time) => `${rate}，有效至 ${time}`,
  timeLeft: (remaining) => `剩余 ${remaining}`,
  qrLabel: (terms) =>
    `二维码：将 ${inWords(terms)} 转至地址 ${terms.address}${terms.memo === null ? '' : `，备注（Memo）${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `二维码包含 ${network} 地址。请输入或粘贴金额。`
      : `适用于 ${network} 钱包：二维码包含地址、金额和备注。`,
  addressLabel: ({ network }) => `${network} 地址`,
  memoLabel: '备注（Memo，文本），必填',
  received: (received, asked, { network }) => `${network} 网络已到账 ${received}，共 ${asked}`,
  confirmations: (seen, required) => `已确认 ${seen.digits} 次，共需 ${required.digits} 次`,
  finality: {
    expected: (duration) => `大约还需 ${duration}`,
    soon: '马上就好',
    overdue: '这次比平时花费的时间更长。款项不会丢失。',
  },
  transactionStatus: { seen: '确认中', final: '已确认', orphaned: '已丢弃' },
  openTransaction: (hash) => `在区块浏览器中查看交易 ${hash}`,
  labels: {
    amount: '金额',
    received: '已到账',
    price: '价格',
    network: '网络',
    merchant: '收款方',
    confirmedAt: '确认时间',
    transactions: '交易',
    order: '订单',
    items: '商品',
    reference: '付款编号',
  },
  returnTo: ({ merchant }) => `返回 ${merchant}`,
  openReplacement: '打开新的付款',
  print: '打印',
  languageLabel: '语言',
  contact: ({ merchant }) => `联系 ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `${duration}后将返回 ${merchant}。`,
    stay: '留在此页面',
  },
  close: '关闭',
  testMode: { title: '测试模式。', detail: '此付款中的代币没有任何价值。' },
  loading: '正在加载付款',
  copy: { amount: '复制金额', address: '复制地址', memo: '复制备注', reference: '复制付款编号' },
  copied: { amount: '金额已复制', address: '地址已复制', memo: '备注已复制', reference: '付款编号已复制' },
  copyRefused: '无法自动复制。请选中文本后手动复制。',
  notFoundTitle: '未找到付款',
  failureTitle: '无法显示付款',
  failures: {
    invalid_src: '此页面没有指明是哪一笔付款。请告知商家，并且不要转账。',
    not_found: '此链接没有对应的付款。请检查链接或向商家索取新的链接，并且不要转账。',
    rate_limited: '来自您网络的请求过多，正在重试…',
    server_error: '支付服务器出现问题，正在重试…',
    invalid_response: '支付服务器返回了意外的内容，正在重试…',
    unreachable: '我们无法连接支付服务器，正在重试…',
  },
  stale: ({ network }) =>
    `无法连接支付服务器，此处显示的内容可能不是最新的。您在 ${network} 网络上已发送的款项不会丢失。`,
  offline: '您已离线，此处显示的内容可能不是最新的。我们会自动重新连接。',
  retry: '重试',
}
