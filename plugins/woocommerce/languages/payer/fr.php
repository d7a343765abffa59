<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'Paiement attendu',
    'awaiting_detail' => '',
    'remainder_title' => 'Partiellement payé',
    'remainder_detail' => '',
    'seen_title' => 'Paiement détecté',
    'seen_detail' => 'Votre paiement est sur le réseau {network} et nous le confirmons. Vous n’avez plus rien à faire et pouvez fermer cette page.',
    'completed_title' => 'Paiement terminé',
    'completed_detail' => '{merchant} a reçu votre paiement.',
    'expired_title' => 'Paiement expiré',
    'expired_detail' => 'Le délai de paiement est écoulé : n’envoyez plus rien à l’adresse de ce paiement.',
    'late_title' => 'Le paiement était déjà terminé',
    'late_detail' => 'Votre argent est arrivé après la fin de ce paiement. Il n’est pas perdu. {merchant} décidera de l’accepter ou de le rembourser : veuillez contacter le commerçant en indiquant la référence ci-dessous.',
    'cancelled_title' => 'Paiement annulé',
    'cancelled_detail' => '{merchant} a annulé ce paiement. N’envoyez rien à son adresse.',
    'pay' => 'Payer avec un portefeuille',
    'pay_from_exchange' => 'Payer depuis une plateforme d’échange',
    'test_mode' => 'Mode test.',
    'refund_title' => 'Votre remboursement',
    'refund_amount' => 'Vous est rendu',
];
