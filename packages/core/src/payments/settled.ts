/** Which payments are in which settlement. */
export {
  countSettled,
  findUnsettled,
  listSettled,
  paymentsOfSettlement,
  settlePayments,
  transactionsOfPayments,
  unlistSettled,
} from './settle-store.ts'
