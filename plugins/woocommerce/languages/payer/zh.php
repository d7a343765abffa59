<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => '等待付款',
    'awaiting_detail' => '',
    'remainder_title' => '已部分付款',
    'remainder_detail' => '',
    'seen_title' => '已发现付款',
    'seen_detail' => '您的付款已在 {network} 网络上，我们正在确认。您无需再做任何操作，可以关闭此页面。',
    'completed_title' => '付款完成',
    'completed_detail' => '{merchant} 已收到您的付款。',
    'expired_title' => '付款已过期',
    'expired_detail' => '付款时间已过，请不要再向此付款的地址转账。',
    'late_title' => '付款结束后才到账',
    'late_detail' => '您的款项在付款结束之后才到账，但款项是安全的。由 {merchant} 决定接受还是退回。请联系商家并提供下方的编号。',
    'cancelled_title' => '付款已取消',
    'cancelled_detail' => '{merchant} 已取消此付款。请不要向其地址转账。',
    'pay' => '用钱包支付',
    'pay_from_exchange' => '从交易所付款',
    'test_mode' => '测试模式。',
    'refund_title' => '您的退款',
    'refund_amount' => '退回金额',
];
