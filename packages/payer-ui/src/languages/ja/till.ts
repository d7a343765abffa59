import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'コードを表示',
  paid: '支払い済み',
  next: '次のお支払い',
  erase: '最後の数字を消す',
  closed: ({ merchant }) => `このレジを開けるのは、${merchant} の支払いを受け付けられる人だけです。`,
  signIn: 'ログイン',
}
