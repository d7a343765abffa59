import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Kodu göster',
  paid: 'Ödendi',
  next: 'Sonraki ödeme',
  erase: 'Son rakamı sil',
  closed: ({ merchant }) => `Bu kasayı yalnızca ${merchant} adına ödeme alabilen kişiler açabilir.`,
  signIn: 'Oturum aç',
}
