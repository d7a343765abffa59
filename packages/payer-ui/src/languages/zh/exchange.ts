import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin}（${network} 网络）`

export const texts: ExchangeTexts = {
  language: 'zh',
  switch: '交易所手续费会改变金额，而此方式要求金额完全一致。以下方式可识别任何金额：',
  network: (terms) => `提现网络请选择 ${terms.exchangeNetwork}`,
  amount: (terms) => `设置金额，使扣除交易所手续费后恰好到账 ${inWords(terms)}`,
  note: {
    amount: '如果交易所无法精确到最后一位，请改用您自己的钱包。',
    memo: '请勿遗漏备注，否则无法识别这笔款项。',
    address: '如果到账较少，此页面会显示剩余金额。',
  },
  time: (terms) => `交易所提现需要 2 至 60 分钟。之后到账的款项不会丢失，但需要 ${terms.merchant} 手动确认。`,
}
