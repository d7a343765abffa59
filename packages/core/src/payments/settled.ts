/** The membership of payments in settlements. */
export {
  countSettled,
  findUnsettled,
  listSettled,
  paymentsOfSettlement,
  settlePayments,
  transactionsOfPayments,
  unlistSettled,
} from './settle-store.ts'
