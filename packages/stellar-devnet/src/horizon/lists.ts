/** The lists that Horizon pages and streams, by path. */
import { isPayment, type LedgerOperation, type LedgerTransaction } from '../ledger/history.ts'
import { isAccountId } from './account-record.ts'
import { buildLedgerRecord } from './ledger-record.ts'
import { buildOperationRecord } from './operation-record.ts'
import { type Paging, selectPage } from './page.ts'
import { createBadRequest, createNotFound } from './problem.ts'
import { type Scope, selectVisible } from './scope.ts'
import { buildTransactionRecord } from './transaction-record.ts'

type Rendered = { readonly paging_token: string }

/** Only requested records are rendered. */
export type List = { page(paging: Paging): Rendered[] }

type FindList = (scope: Scope, ...parts: string[]) => List

const LISTS: readonly (readonly [RegExp, FindList])[] = [
  [/^\/ledgers$/, (scope) => ledgers(scope)],
  [/^\/transactions$/, (scope) => transactions(scope, scope.chain.history.transactions)],
  [/^\/operations$/, (scope) => operations(scope, scope.chain.history.operations)],
  [/^\/payments$/, (scope) => operations(scope, scope.chain.history.payments)],
  [/^\/accounts\/([^/]+)\/transactions$/, (scope, id) => transactions(scope, ofAccount(scope, id).transactions)],
  [/^\/accounts\/([^/]+)\/operations$/, (scope, id) => operations(scope, ofAccount(scope, id).operations)],
  [/^\/accounts\/([^/]+)\/payments$/, (scope, id) => operations(scope, ofAccount(scope, id).payments)],
  [/^\/ledgers\/(\d+)\/transactions$/, (scope, number) => transactions(scope, ofLedger(scope, number))],
  [/^\/ledgers\/(\d+)\/operations$/, (scope, number) => operations(scope, listOperations(ofLedger(scope, number)))],
  [
    /^\/ledgers\/(\d+)\/payments$/,
    (scope, number) => operations(scope, listOperations(ofLedger(scope, number)).filter(isPayment)),
  ],
  [
    /^\/transactions\/([0-9a-f]{64})\/operations$/,
    (scope, hash) => operations(listingAll(scope), ofTransaction(scope, hash)),
  ],
  [
    /^\/transactions\/([0-9a-f]{64})\/payments$/,
    (scope, hash) => operations(listingAll(scope), ofTransaction(scope, hash).filter(isPayment)),
  ],
  [/^\/claimable_balances\/([0-9a-f]{72})\/transactions$/, (scope, id) => transactions(scope, ofBalance(scope, id))],
]

/**
 * The list at the request's path; undefined if there is none. @throws Problem if the object that it belongs to does not
 * exist
 */
export function listAt(scope: Scope): List | undefined {
  for (const [path, list] of LISTS) {
    const match = path.exec(scope.url.pathname)
    if (match) return list(scope, ...match.slice(1))
  }
  return undefined
}

function ledgers(scope: Scope): List {
  const list = scope.chain.history.ledgers.slice(0, scope.last)
  return { page: (paging) => selectPage(list, paging).map((ledger) => buildLedgerRecord(scope.base, ledger)) }
}

function transactions(scope: Scope, all: readonly LedgerTransaction[]): List {
  const list = selectVisible(
    scope,
    wanted(scope, all, (transaction) => transaction),
  )
  return {
    page: (paging) => selectPage(list, paging).map((transaction) => buildTransactionRecord(scope.base, transaction)),
  }
}

function operations(scope: Scope, all: readonly LedgerOperation[]): List {
  const join = scope.url.searchParams.get('join')
  if (join !== null && join !== 'transactions') throw createBadRequest('join', 'Accepted values: transactions')
  const list = selectVisible(
    scope,
    wanted(scope, all, ({ transaction }) => transaction),
  )
  return {
    page: (paging) =>
      selectPage(list, paging).map((operation) => buildOperationRecord(scope.base, operation, join !== null)),
  }
}

/** Omits failed transactions, unless they are requested too */
function wanted<T>(
  { url, omitted, unlisted }: Scope,
  list: readonly T[],
  getTransaction: (item: T) => LedgerTransaction,
): readonly T[] {
  const failedToo = url.searchParams.get('include_failed') === 'true'
  const hidden = [...omitted, ...unlisted]
  return list.filter((item) => {
    const { successful, submission } = getTransaction(item)
    return (successful || failedToo) && !hidden.includes(submission.hash)
  })
}

/** A transaction's own lists are requested by hash, so they omit nothing. */
function listingAll(scope: Scope): Scope {
  return { ...scope, unlisted: [] }
}

type Lists = {
  readonly transactions: readonly LedgerTransaction[]
  readonly operations: readonly LedgerOperation[]
  readonly payments: readonly LedgerOperation[]
}

function ofAccount({ chain }: Scope, id = ''): Lists {
  if (!isAccountId(id))
    throw createBadRequest('account_id', 'Account ID must start with `G` and contain 56 alphanum characters')
  const { history, view } = chain
  const list = history.listTransactions(id)
  if (list.length === 0 && !view.get('account', id)) throw createNotFound()
  return { transactions: list, operations: history.listOperations(id), payments: history.listPayments(id) }
}

function ofLedger(scope: Scope, number = ''): readonly LedgerTransaction[] {
  const ledger = Number(number) > scope.last ? undefined : scope.chain.history.ledger(Number(number))
  if (!ledger) throw createNotFound()
  return ledger.transactions
}

function listOperations(list: readonly LedgerTransaction[]): LedgerOperation[] {
  return list.flatMap((transaction) => [...transaction.operations])
}

function ofTransaction({ chain }: Scope, hash = ''): readonly LedgerOperation[] {
  const transaction = chain.history.transaction(hash)
  if (!transaction) throw createNotFound()
  return transaction.operations
}

/** The transactions that created or claimed a claimable balance */
function ofBalance({ chain }: Scope, id = ''): readonly LedgerTransaction[] {
  const list = chain.history.transactions.filter(({ operations, submission }) =>
    operations.some(({ step: { operation } }, index) => {
      if (operation.type === 'claimClaimableBalance') return operation.balanceId.toLowerCase() === id
      return operation.type === 'createClaimableBalance' && submission.inner.getClaimableBalanceId(index) === id
    }),
  )
  if (list.length === 0) throw createNotFound()
  return list
}
