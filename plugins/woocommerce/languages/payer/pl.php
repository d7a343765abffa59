<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'Oczekiwanie na płatność',
    'awaiting_detail' => '',
    'remainder_title' => 'Zapłacono częściowo',
    'remainder_detail' => '',
    'seen_title' => 'Płatność wykryta',
    'seen_detail' => 'Płatność jest w sieci {network} i właśnie ją potwierdzamy. Nie trzeba robić nic więcej; można zamknąć tę stronę.',
    'completed_title' => 'Płatność zakończona',
    'completed_detail' => 'Sprzedawca {merchant} otrzymał Państwa płatność.',
    'expired_title' => 'Płatność wygasła',
    'expired_detail' => 'Czas na zapłatę minął, prosimy nic więcej nie wysyłać na adres tej płatności.',
    'late_title' => 'Zapłacono po zakończeniu',
    'late_detail' => 'Pieniądze dotarły po zakończeniu tej płatności. Są bezpieczne. Sprzedawca {merchant} zdecyduje, czy je przyjąć, czy zwrócić: prosimy o kontakt ze sprzedawcą i podanie numeru płatności poniżej.',
    'cancelled_title' => 'Płatność anulowana',
    'cancelled_detail' => 'Sprzedawca {merchant} anulował tę płatność. Prosimy nic nie wysyłać na jej adres.',
    'pay' => 'Zapłać z portfela',
    'pay_from_exchange' => 'Zapłać z giełdy',
    'test_mode' => 'Tryb testowy.',
    'refund_title' => 'Zwrot środków',
    'refund_amount' => 'Kwota zwrotu',
];
