import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} en la red ${network}`

export const texts: ExchangeTexts = {
  language: 'es',
  switch: 'Las comisiones de las plataformas cambian el importe, y aquí debe ser exacto. Cualquier importe sirve con:',
  network: (terms) => `Elija ${terms.exchangeNetwork} como red del retiro`,
  amount: (terms) =>
    `Fije el importe de modo que, descontada la comisión de la plataforma, lleguen exactamente ${inWords(terms)}`,
  note: {
    amount: 'Si la plataforma no puede hacerlo hasta la última cifra, utilice una billetera propia.',
    memo: 'No omita el memo: sin él no podemos reconocer su pago.',
    address: 'Si llega menos, esta página le pedirá el resto.',
  },
  time: (terms) =>
    `Las plataformas tardan de 2 a 60 minutos. El dinero que llegue después no se pierde, pero ${terms.merchant} tiene que aceptarlo a mano.`,
}
