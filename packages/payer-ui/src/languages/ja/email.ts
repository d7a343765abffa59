import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'ja',
  label: '領収書の送付先メールアドレス（任意）',
  submit: '領収書を送る',
  done: 'お支払いが完了したら、領収書をメールでお送りします。',
  invalid: 'メールアドレスではありません。',
  failed: 'うまくいきませんでした。もう一度お試しください。',
}
