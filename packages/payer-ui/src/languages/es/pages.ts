import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'Su reembolso',
    amountLabel: 'Recibe de vuelta',
    ask: ({ coin, network }) =>
      `Indique la dirección de ${network} que debe recibir ${coin}: la de una cartera propia o la dirección de depósito que su plataforma muestra para ${coin} en ${network}. La dirección desde la que pagó una plataforma no es suya.`,
    warning:
      'No podrá cambiarla después, y los fondos enviados a una dirección errónea se pierden. Por favor, compruebe cada carácter.',
    addressLabel: ({ network }) => `Dirección de ${network}`,
    memoLabel: 'Memo, si su plataforma lo pide',
    paste: 'Pegar',
    useWallet: ({ wallet }) => `Usar mi dirección de ${wallet}`,
    submit: 'Continuar',
    check: ({ coin, network }) => `¿Es esta su dirección para ${coin} en ${network}?`,
    confirm: 'Sí, enviar ahí',
    correct: 'No, corregirla',
    invalid: ({ network }) =>
      `No se puede enviar nada a esta dirección en ${network}. Por favor, compruebe cada carácter.`,
    cannotReceive: ({ coin, network }) =>
      `Esta cuenta no puede recibir ${coin} en ${network} ahora. Por favor, use otra.`,
    memoMissing:
      'Esta cuenta exige un memo: indique el que su plataforma muestra junto a la dirección. Sin él no se sabría que los fondos son suyos.',
    addressSaved: ({ merchant }) =>
      `La dirección ha quedado registrada. ${merchant} envía los fondos, que aparecerán aquí.`,
    submitted: ({ network }) => `Los fondos están en ${network} y los estamos confirmando.`,
    completed: 'Los fondos se han enviado a esta dirección.',
    closed: ({ merchant }) =>
      `Este reembolso ya no está abierto. Por favor, póngase en contacto con ${merchant} e indique la referencia de abajo.`,
  },
  signingPage: {
    title: 'Firmar un reembolso',
    amountLabel: 'Por enviar',
    ask: ({ amount, coin, network }) =>
      `Envíe exactamente ${amount} ${coin} en ${network} desde la cartera indicada abajo a la dirección indicada abajo: el reembolso se completa por sí solo cuando ${network} confirma la transferencia.`,
    once: 'Fírmelo una sola vez: una segunda transferencia pagaría dos veces.',
    unswept:
      'Los fondos de este pago siguen en la dirección propia del pago: llegan a esta cartera con la próxima liquidación. Hasta entonces la cartera necesita el importe de otra parte.',
    openWallet: 'Abrir en una cartera',
    from: 'Desde su cartera',
    to: 'A',
    contract: 'Contrato de la moneda',
    closedTitle: 'No hace falta firmar',
    closed: 'Por favor, no envíe nada. Puede cerrar esta página.',
    script: {
      signWith: 'Firmar con',
      browserWallet: 'una cartera de este navegador',
      none: 'No se encontró ninguna cartera en este navegador. Envíelo a mano, exactamente como se muestra aquí.',
      account: 'La cartera no está en la cuenta que debe pagar: elíjala allí e inténtelo de nuevo.',
      network: 'La cartera está en otra red. Elija allí esta e inténtelo de nuevo:',
      rejected: 'La cartera lo rechazó. No se envió nada.',
      insufficient: 'La cuenta no tiene suficiente moneda. No se envió nada.',
      failed: 'No ha funcionado y no se envió nada. Por favor, inténtelo de nuevo.',
      confirm: 'Confirme la transferencia en la cartera.',
      sent: 'Enviado:',
      unsure:
        'Ya se pidió a una cartera que lo enviara. Mire allí primero; si no se envió nada, cancele este reembolso y cree otro.',
    },
  },
}

export const checkText = 'Comprobar si llegó mi pago'

export const overTexts: OverTexts = {
  title: 'Esta página está cerrada',
  detail: 'Lo que mostraba terminó hace tiempo. Si tiene alguna pregunta, póngase en contacto con la tienda.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Panel de pruebas para desarrolladores',
  detail: 'Quien paga nunca lo ve. Estos botones hacen transferencias reales en la red de prueba local.',
}

export const tillTexts: TillTexts = {
  show: 'Mostrar el código',
  paid: 'Pagado',
  next: 'Siguiente pago',
  erase: 'Borrar la última cifra',
  closed: ({ merchant }) => `Solo las personas que pueden cobrar para ${merchant} pueden abrir esta caja.`,
  signIn: 'Iniciar sesión',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Recibo',
  scan: 'Escanee el código para comprobar este recibo.',
  check: 'Comprobar este recibo',
  save: 'Guardar el recibo firmado',
  note: {
    payment: 'Este recibo acredita el pago. No es una factura.',
    refund: 'Este recibo acredita el reembolso. No es una factura.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `Su recibo de ${merchant}`,
    text: ({ amount, merchant }) => `Ha pagado ${amount} a ${merchant}. El dinero ha llegado.`,
  },
  refund: {
    subject: ({ merchant }) => `Su reembolso de ${merchant}`,
    text: ({ amount, merchant }) => `${merchant} le ha reembolsado ${amount}.`,
  },
  order: ({ reference }) => `Pedido: ${reference}`,
  link: 'Su recibo está aquí:',
  attached: 'El recibo firmado va adjunto. Guárdelo: cualquiera puede comprobarlo, aunque esta página ya no exista.',
  reason: 'Recibe este correo porque se indicó esta dirección al pagar.',
  sandbox: 'Esto es una prueba: no se ha movido dinero real.',
}
