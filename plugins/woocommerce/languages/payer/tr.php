<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'Ödeme bekleniyor',
    'awaiting_detail' => '',
    'remainder_title' => 'Kısmen ödendi',
    'remainder_detail' => '',
    'seen_title' => 'Ödeme bulundu',
    'seen_detail' => 'Ödemeniz {network} ağında ve onaylanıyor. Yapmanız gereken başka bir şey yok; bu sayfayı kapatabilirsiniz.',
    'completed_title' => 'Ödeme tamamlandı',
    'completed_detail' => '{merchant} ödemenizi aldı.',
    'expired_title' => 'Ödemenin süresi doldu',
    'expired_detail' => 'Ödeme süresi doldu, lütfen bu ödemenin adresine artık hiçbir şey göndermeyin.',
    'late_title' => 'Ödeme zaten sona ermişti',
    'late_detail' => 'Paranız bu ödeme sona erdikten sonra ulaştı. Güvende. Kabul mü yoksa iade mi edileceğine {merchant} karar verir: lütfen satıcıyla iletişime geçin ve aşağıdaki referansı belirtin.',
    'cancelled_title' => 'Ödeme iptal edildi',
    'cancelled_detail' => '{merchant} bu ödemeyi iptal etti. Lütfen adresine hiçbir şey göndermeyin.',
    'pay' => 'Cüzdanla öde',
    'pay_from_exchange' => 'Borsadan öde',
    'test_mode' => 'Test modu.',
    'refund_title' => 'İadeniz',
    'refund_amount' => 'Geri aldığınız tutar',
];
