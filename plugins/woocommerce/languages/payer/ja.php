<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'お支払い待ち',
    'awaiting_detail' => '',
    'remainder_title' => '一部お支払い済み',
    'remainder_detail' => '',
    'seen_title' => 'お支払いを検出しました',
    'seen_detail' => 'お支払いは {network} ネットワークに届き、確認中です。お客様の操作は完了しましたので、このページを閉じても問題ありません。',
    'completed_title' => 'お支払い完了',
    'completed_detail' => '{merchant} がお支払いを受け取りました。',
    'expired_title' => 'お支払い期限切れ',
    'expired_detail' => 'お支払い期限が過ぎました。このお支払いのアドレスには、もう何も送金しないでください。',
    'late_title' => 'お支払い終了後の入金',
    'late_detail' => 'お支払いの終了後に入金がありました。入金は失われていません。受け取るか返金するかは {merchant} が判断します。下のお支払い番号を添えて {merchant} にお問い合わせください。',
    'cancelled_title' => 'お支払いはキャンセルされました',
    'cancelled_detail' => '{merchant} がこのお支払いをキャンセルしました。このお支払いのアドレスには何も送金しないでください。',
    'pay' => 'ウォレットで支払う',
    'pay_from_exchange' => '取引所から支払う',
    'test_mode' => 'テストモード。',
    'refund_title' => '返金',
    'refund_amount' => '返金額',
];
