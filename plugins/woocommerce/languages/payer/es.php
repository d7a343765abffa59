<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'Esperando el pago',
    'awaiting_detail' => '',
    'remainder_title' => 'Pagado en parte',
    'remainder_detail' => '',
    'seen_title' => 'Pago detectado',
    'seen_detail' => 'Su pago está en la red {network} y lo estamos confirmando. No tiene que hacer nada más; puede cerrar esta página.',
    'completed_title' => 'Pago completado',
    'completed_detail' => '{merchant} ha recibido su pago.',
    'expired_title' => 'Pago vencido',
    'expired_detail' => 'El plazo de pago ha terminado; por favor, no envíe nada más a la dirección de este pago.',
    'late_title' => 'El pago ya había terminado',
    'late_detail' => 'Su dinero llegó cuando el pago ya había terminado. Está a salvo. {merchant} decide si lo acepta o lo devuelve: por favor, póngase en contacto con el comercio e indique la referencia de abajo.',
    'cancelled_title' => 'Pago cancelado',
    'cancelled_detail' => '{merchant} ha cancelado este pago. Por favor, no envíe nada a su dirección.',
    'pay' => 'Pagar con una billetera',
    'pay_from_exchange' => 'Pagar desde una plataforma de intercambio',
    'test_mode' => 'Modo de prueba.',
    'refund_title' => 'Su reembolso',
    'refund_amount' => 'Recibe de vuelta',
];
