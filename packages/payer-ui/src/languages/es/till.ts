import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Mostrar el código',
  paid: 'Pagado',
  next: 'Siguiente pago',
  erase: 'Borrar la última cifra',
  closed: ({ merchant }) => `Solo las personas que pueden cobrar para ${merchant} pueden abrir esta caja.`,
  signIn: 'Iniciar sesión',
}
