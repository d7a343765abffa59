import type { Terms, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Terms) => `${amount} ${coin}（${network} 网络）`

/** Simplified Chinese. */
export const texts: Texts = {
  language: 'zh',
  locale: 'zh-CN',
  direction: 'ltr',
  titles: {
    awaiting: '等待付款',
    remainder: '已部分付款',
    checking: '正在核对网络',
    processing: '已发现付款',
    completed: '付款完成',
    expired: '付款已过期',
    cancelled: '付款已取消',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `付款时间已过，请不要再转账。${network} 网络上的付款是否及时到账，结果稍后将显示在这里。`,
    processing: ({ network }) => `付款已在 ${network} 网络上，正在等待最终确认。您无需再做任何操作，可以关闭此页面。`,
    completed: ({ merchant }) => `${merchant} 已收到您的付款。`,
    expired: ({ merchant }) => `付款时间已过，请不要再向此付款的地址转账。${merchant} 可以为您创建新的付款。`,
    cancelled: ({ merchant }) => `${merchant} 已取消此付款。请不要向其地址转账。`,
  },
  notices: {
    network_unread: ({ network }) =>
      `${network} 网络已有 15 分钟或更久没有响应。已发送的款项不会丢失：网络恢复后将显示在这里。`,
    late: ({ merchant }) => `款项在付款结束之后才到账。我们已作记录，由 ${merchant} 决定接受还是退回。请与商家联系。`,
    underpaid: ({ merchant }) => `在期限内到账的金额不足。我们已作记录，请就此联系 ${merchant}。`,
    overpaid: ({ merchant }) => `到账金额超出应付金额。请联系 ${merchant} 退还多付的部分。`,
    multiple: () => '此付款通过多笔转账完成。',
  },
  heading: (terms) => `向 ${terms.merchant} 支付 ${inWords(terms)}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder' ? `请通过 ${network} 网络准确转入余下的 ${coin}` : `请通过 ${network} 网络准确转入 ${coin}`,
  explain: (terms) =>
    terms.memo === null
      ? `请准确转入 ${inWords(terms)}。系统根据金额识别您的付款：金额经过取整、使用其他币种或其他网络，都无法与付款匹配。`
      : `请准确转入 ${inWords(terms)}，并填写备注（Memo）${terms.memo}。系统根据备注识别您的付款：没有备注，款项将无法与付款匹配。`,
  fees: '钱包或交易所的手续费需另行支付，不包含在此金额中。',
  deadline: ({ coin, network }, time) => `请在 ${time} 之前通过 ${network} 网络以 ${coin} 付款。`,
  timeLeft: (remaining) => `剩余 ${remaining}`,
  qrLabel: (terms) =>
    `二维码：将 ${inWords(terms)} 转至地址 ${terms.address}${terms.memo === null ? '' : `，备注（Memo）${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `二维码仅包含 ${network} 地址，金额请自行输入。`
      : `适用于 ${network} 钱包：二维码包含地址、金额和备注。`,
  addressLabel: ({ network }) => `${network} 地址`,
  memoLabel: '备注（Memo，文本），必填',
  received: (received, asked, { network }) => `${network} 网络已到账 ${received}，共 ${asked}`,
  confirmations: (seen, required) => `已确认 ${seen.digits} 次，共需 ${required.digits} 次`,
  transactionStatus: { seen: '确认中', final: '已最终确认', orphaned: '已被网络丢弃' },
  openTransaction: (hash) => `在区块浏览器中查看交易 ${hash}`,
  labels: {
    amount: '金额',
    received: '已到账',
    price: '价格',
    network: '网络',
    merchant: '收款方',
    confirmedAt: '确认时间',
    transactions: '交易',
    reference: '付款编号',
  },
  returnTo: ({ merchant }) => `返回 ${merchant}`,
  testMode: { title: '测试模式。', detail: '此付款中的代币没有任何价值。' },
  loading: '正在加载付款',
  copy: { amount: '复制金额', address: '复制地址', memo: '复制备注' },
  copied: { amount: '金额已复制', address: '地址已复制', memo: '备注已复制' },
  copyRefused: '无法自动复制。请选中文本后手动复制。',
  notFoundTitle: '未找到付款',
  failureTitle: '无法显示付款',
  failures: {
    invalid_src: '此页面没有指明是哪一笔付款。请告知商家，并且不要转账。',
    not_found: '此链接没有对应的付款。请检查链接或向商家索取新的链接，并且不要转账。',
    rate_limited: '来自您网络的请求过多，稍后将自动重试。',
    server_error: '支付服务器出现问题，稍后将自动重试。',
    invalid_response: '支付服务器返回了意外的内容，稍后将自动重试。',
    unreachable: '无法连接支付服务器，稍后将自动重试。',
  },
  stale: ({ network }) =>
    `无法连接支付服务器，此处显示的内容可能不是最新的。您在 ${network} 网络上已发送的款项不会丢失。`,
  retry: '重试',
}
