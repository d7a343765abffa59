<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'Wachten op betaling',
    'awaiting_detail' => '',
    'remainder_title' => 'Gedeeltelijk betaald',
    'remainder_detail' => '',
    'seen_title' => 'Betaling gevonden',
    'seen_detail' => 'Uw betaling staat op het {network}-netwerk en we bevestigen haar. U hoeft niets meer te doen en kunt deze pagina sluiten.',
    'completed_title' => 'Betaling voltooid',
    'completed_detail' => '{merchant} heeft uw betaling ontvangen.',
    'expired_title' => 'Betaling verlopen',
    'expired_detail' => 'De betaaltermijn is voorbij; stuur niets meer naar het adres van deze betaling.',
    'late_title' => 'Betaling was al beëindigd',
    'late_detail' => 'Uw geld kwam binnen nadat deze betaling was beëindigd. Het is veilig. {merchant} beslist of het wordt geaccepteerd of teruggestuurd: neem contact op met de winkel en noem de referentie hieronder.',
    'cancelled_title' => 'Betaling geannuleerd',
    'cancelled_detail' => '{merchant} heeft deze betaling geannuleerd. Stuur niets naar het adres ervan.',
    'pay' => 'Betalen met een wallet',
    'pay_from_exchange' => 'Betalen vanaf een exchange',
    'test_mode' => 'Testmodus.',
    'refund_title' => 'Uw terugbetaling',
    'refund_amount' => 'U krijgt terug',
];
