import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Show the code',
  paid: 'Paid',
  next: 'Next payment',
  erase: 'Delete the last digit',
  closed: ({ merchant }) => `Only people who may take payments for ${merchant} can open this till.`,
  signIn: 'Sign in',
}
