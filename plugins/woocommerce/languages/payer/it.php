<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'In attesa di pagamento',
    'awaiting_detail' => '',
    'remainder_title' => 'Pagato in parte',
    'remainder_detail' => '',
    'seen_title' => 'Pagamento rilevato',
    'seen_detail' => 'Il Suo pagamento è sulla rete {network} e lo stiamo confermando. Non deve fare altro; può chiudere questa pagina.',
    'completed_title' => 'Pagamento completato',
    'completed_detail' => '{merchant} ha ricevuto il Suo pagamento.',
    'expired_title' => 'Pagamento scaduto',
    'expired_detail' => 'Il tempo per pagare è scaduto: per favore, non invii più nulla all’indirizzo di questo pagamento.',
    'late_title' => 'Il pagamento era già terminato',
    'late_detail' => 'Il Suo denaro è arrivato quando il pagamento era già terminato. È al sicuro. {merchant} decide se accettarlo o restituirlo: contatti il negozio e indichi il riferimento qui sotto.',
    'cancelled_title' => 'Pagamento annullato',
    'cancelled_detail' => '{merchant} ha annullato questo pagamento. Per favore, non invii nulla al suo indirizzo.',
    'pay' => 'Pagare con un wallet',
    'pay_from_exchange' => 'Pagare da un exchange',
    'test_mode' => 'Modalità di prova.',
    'refund_title' => 'Il Suo rimborso',
    'refund_amount' => 'Le viene restituito',
];
