<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'Waiting for payment',
    'awaiting_detail' => '',
    'remainder_title' => 'Partly paid',
    'remainder_detail' => '',
    'seen_title' => 'Payment found',
    'seen_detail' => 'Your payment is on {network} and we\'re confirming it. You can close this page.',
    'completed_title' => 'Payment complete',
    'completed_detail' => '{merchant} has received your payment.',
    'expired_title' => 'Payment expired',
    'expired_detail' => 'Time ran out, so please do not send anything any more.',
    'late_title' => 'Payment had already ended',
    'late_detail' => 'Your money arrived after this payment ended. It\'s safe. {merchant} decides whether to accept or return it: please contact them and give the reference below.',
    'cancelled_title' => 'Payment cancelled',
    'cancelled_detail' => '{merchant} has cancelled this payment. Please do not send anything any more.',
    'pay' => 'Pay with a wallet',
    'pay_from_exchange' => 'Pay from an exchange',
    'test_mode' => 'Test mode.',
    'refund_title' => 'Your refund',
    'refund_amount' => 'You get back',
];
