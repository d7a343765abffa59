import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'zh',
  label: '用于接收收据的电子邮箱（可选）',
  submit: '把收据发给我',
  done: '付款完成后，我们会通过电子邮件发送收据。',
  invalid: '这不是电子邮件地址。',
  failed: '操作未成功，请重试。',
}
