<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'Pagamento pendente',
    'awaiting_detail' => '',
    'remainder_title' => 'Pago em parte',
    'remainder_detail' => '',
    'seen_title' => 'Pagamento detectado',
    'seen_detail' => 'O seu pagamento está na rede {network} e estamos confirmando. Não é preciso fazer mais nada; pode fechar esta página.',
    'completed_title' => 'Pagamento concluído',
    'completed_detail' => '{merchant} recebeu o seu pagamento.',
    'expired_title' => 'Pagamento expirado',
    'expired_detail' => 'O prazo de pagamento terminou; por favor, não envie mais nada para o endereço deste pagamento.',
    'late_title' => 'O pagamento já tinha terminado',
    'late_detail' => 'O seu dinheiro chegou depois do fim deste pagamento. Ele está seguro. {merchant} decide se o aceita ou devolve: por favor, entre em contato e informe a referência abaixo.',
    'cancelled_title' => 'Pagamento cancelado',
    'cancelled_detail' => '{merchant} cancelou este pagamento. Por favor, não envie nada para o endereço dele.',
    'pay' => 'Pagar com uma carteira',
    'pay_from_exchange' => 'Pagar a partir de uma corretora',
    'test_mode' => 'Modo de teste.',
    'refund_title' => 'Seu reembolso',
    'refund_amount' => 'Você recebe de volta',
];
