import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'عرض الرمز',
  paid: 'تم الدفع',
  next: 'الدفعة التالية',
  erase: 'حذف الرقم الأخير',
  closed: ({ merchant }) => `لا يفتح هذا الصندوق إلا من يحق له استلام الدفعات لصالح ${merchant}.`,
  signIn: 'تسجيل الدخول',
}
