<?php

// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.

return [
    'awaiting_title' => 'في انتظار الدفع',
    'awaiting_detail' => '',
    'remainder_title' => 'مدفوع جزئيًا',
    'remainder_detail' => '',
    'seen_title' => 'تم رصد الدفعة',
    'seen_detail' => 'دفعتكم موجودة على شبكة ⁦{network}⁩ ونحن نؤكدها. لا يلزم القيام بأي شيء آخر، ويمكنكم إغلاق هذه الصفحة.',
    'completed_title' => 'اكتمل الدفع',
    'completed_detail' => 'استلم ⁨{merchant}⁩ دفعتكم.',
    'expired_title' => 'انتهت مهلة الدفع',
    'expired_detail' => 'انتهت مهلة الدفع، فيُرجى عدم إرسال أي شيء بعد الآن إلى عنوان هذه الدفعة.',
    'late_title' => 'دُفعت بعد انتهاء الدفعة',
    'late_detail' => 'وصلت أموالكم بعد انتهاء هذه الدفعة، وهي في أمان. يقرر ⁨{merchant}⁩ قبولها أو إعادتها: يُرجى التواصل مع التاجر وذكر المرجع أدناه.',
    'cancelled_title' => 'أُلغيت الدفعة',
    'cancelled_detail' => 'ألغى ⁨{merchant}⁩ هذه الدفعة. يُرجى عدم إرسال أي شيء إلى عنوانها.',
    'pay' => 'الدفع من محفظة',
    'pay_from_exchange' => 'الدفع من منصة تداول',
    'test_mode' => 'وضع الاختبار.',
    'refund_title' => 'المبلغ المسترد',
    'refund_amount' => 'يعود إليكم',
];
