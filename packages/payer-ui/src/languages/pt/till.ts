import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Mostrar o código',
  paid: 'Pago',
  next: 'Próximo pagamento',
  erase: 'Apagar o último algarismo',
  closed: ({ merchant }) => `Só quem pode receber pagamentos para ${merchant} pode abrir esta caixa.`,
  signIn: 'Iniciar sessão',
}
