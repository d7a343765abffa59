import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${amount} ${coin} en ${network}`

export const texts: ClaimTexts = {
  language: 'es',
  ask: ({ network }) =>
    `Pegue el ID de la transacción de su billetera o exchange, o un enlace a ella. La buscaremos en ${network}.`,
  unnamed: (found, time) => `A las ${time} llegaron ${inWords(found)} sin indicar ningún pago. ¿Los ha enviado usted?`,
  label: 'ID de la transacción',
  invalid: 'Esto no es un ID de transacción. Tiene 64 letras y cifras, a veces después de 0x.',
  found: (terms) =>
    `Hemos encontrado ${inWords(terms)}. ¿Lo ha enviado usted? Firme un mensaje con la cuenta desde la que lo envió y contará para este pago. Firmar no mueve dinero y no cuesta nada.`,
  sign: (wallet) => `Firmar con ${wallet}`,
  browserWallet: 'Billetera del navegador',
  none: ({ account }) =>
    `Este navegador no tiene billetera. Abra esta página en un navegador que tenga la cuenta ${account}.`,
  exchange: ({ merchant }) =>
    `¿Lo envió un exchange por usted? Entonces, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
  signing: ({ wallet }) => `Firme el mensaje en ${wallet}. Mantenga esta página abierta.`,
  problems: {
    rejected: () => 'Lo ha rechazado en la billetera. No ha cambiado nada; puede intentarlo de nuevo.',
    account: ({ account }) =>
      `El dinero llegó desde la cuenta ${account}. Elija esa cuenta en su billetera e inténtelo de nuevo.`,
    refused: ({ merchant }) =>
      `Una firma no puede resolver esto. Su dinero no se ha perdido: por favor, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
    failed: () => 'No hemos recibido respuesta. Por favor, compruebe su billetera y su conexión e inténtelo de nuevo.',
  },
}
