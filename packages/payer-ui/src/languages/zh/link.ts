import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: '支付金额',
  amountLabel: ({ currency }) => `金额（${currency}）`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `最低 ${minimum}` : `${minimum} 至 ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `请输入不低于 ${minimum} 的金额，例如 12.50。`
      : `请输入 ${minimum} 至 ${maximum} 之间的金额，例如 12.50。`,
  payIn: ({ coin, network }) => `您将用 ${network} 上的 ${coin} 支付。`,
  choice: '您可在下一步选择币种。',
  pay: '支付',
  again: '再支付一笔',
  failed: ({ merchant }) => `目前无法付款。请稍后再试，或联系 ${merchant}。`,
  closed: {
    inactive: '此付款链接已停用',
    expired: '此付款链接已过期',
    exhausted: '此付款链接的次数已用完',
  },
  ask: ({ merchant }) => `如需继续，请向 ${merchant} 索取新的链接，并提供下方的编号。`,
  notFoundTitle: '未找到付款链接',
  notFound: '请核对网址，或向发送者索取新的链接。',
  scan: '扫码付款',
}
