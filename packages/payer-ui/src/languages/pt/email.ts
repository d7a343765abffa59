import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'pt',
  label: 'E-mail para o seu recibo (opcional)',
  submit: 'Enviar-me o recibo',
  done: 'Enviaremos o recibo por e-mail quando o pagamento estiver concluído.',
  invalid: 'Isto não é um endereço de e-mail.',
  failed: 'Não funcionou. Tente novamente.',
}
