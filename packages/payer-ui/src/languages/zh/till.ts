import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: '显示二维码',
  paid: '已付款',
  next: '下一笔付款',
  erase: '删除最后一位数字',
  closed: ({ merchant }) => `只有可以为 ${merchant} 收款的人才能打开此收银台。`,
  signIn: '登录',
}
