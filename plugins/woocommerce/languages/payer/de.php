<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'Warten auf Zahlung',
    'awaiting_detail' => '',
    'remainder_title' => 'Teilweise bezahlt',
    'remainder_detail' => '',
    'seen_title' => 'Zahlung gefunden',
    'seen_detail' => 'Ihre Zahlung ist im {network}-Netzwerk angekommen und wird bestätigt. Sie müssen nichts weiter tun und können diese Seite schließen.',
    'completed_title' => 'Zahlung abgeschlossen',
    'completed_detail' => '{merchant} hat Ihre Zahlung erhalten.',
    'expired_title' => 'Zahlung abgelaufen',
    'expired_detail' => 'Die Zahlungsfrist ist abgelaufen. Bitte senden Sie nichts mehr an die Adresse dieser Zahlung.',
    'late_title' => 'Zahlung war schon beendet',
    'late_detail' => 'Ihr Geld kam an, als die Zahlung schon beendet war. Es ist nicht verloren. Ob es angenommen oder zurückgezahlt wird, entscheidet {merchant}. Bitte nehmen Sie Kontakt auf und nennen Sie die Referenz unten.',
    'cancelled_title' => 'Zahlung storniert',
    'cancelled_detail' => '{merchant} hat diese Zahlung storniert. Bitte senden Sie nichts an die zugehörige Adresse.',
    'pay' => 'Mit einer Wallet bezahlen',
    'pay_from_exchange' => 'Von einer Börse bezahlen',
    'test_mode' => 'Testmodus.',
    'refund_title' => 'Ihre Rückzahlung',
    'refund_amount' => 'Sie erhalten zurück',
];
